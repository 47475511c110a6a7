import { expect, test } from 'vitest'
import schema from '../../schemas/entities/language.schema.json' with { type: 'json' }
import layout from '../../schemas/layout.schema.json' with { type: 'json' }
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from './languages.ts'

test('the contract and the document of a dashboard know the languages of the product, and each has a name', () => {
  expect([schema.enum, Object.keys(layout.properties.i18n.properties), Object.keys(LANGUAGE_NAMES)]).toEqual([
    LANGUAGES,
    LANGUAGES,
    LANGUAGES,
  ])
  expect(['es', 'de', 'ES', '', undefined].map(isLanguage)).toEqual([true, false, false, false, false])
})

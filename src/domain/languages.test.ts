import { expect, test } from 'vitest'
import schema from '../../schemas/entities/language.schema.json' with { type: 'json' }
import dashboardsQuery from '../../schemas/api/dashboards-query.schema.json' with { type: 'json' }
import holidayQuery from '../../schemas/api/holiday-query.schema.json' with { type: 'json' }
import layout from '../../schemas/layout.schema.json' with { type: 'json' }
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from './languages.ts'

test('the contract and the document of a dashboard know the languages of the product, and each has a name', () => {
  const lists = [
    schema.enum,
    // Parameters of a call refer to no other file.
    dashboardsQuery.properties.lang.enum,
    holidayQuery.properties.language.enum,
    Object.keys(layout.properties.i18n.properties),
    Object.keys(LANGUAGE_NAMES),
  ]
  expect(lists).toEqual(lists.map(() => LANGUAGES))
  expect(['es', 'de', 'ES', '', undefined].map(isLanguage)).toEqual([true, false, false, false, false])
})

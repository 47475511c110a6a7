import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/languages'
import { type PlaceText, placeText } from './place-words.ts'

const TEXTS: Readonly<Record<PlaceText, true>> = {
  label: true,
  count: true,
  sides: true,
  same: true,
  mixed: true,
  none: true,
  more: true,
  name: true,
  comparedOf: true,
}
/** The stem of "store" in the six languages. */
const STORE = /tienda|store|loja|prodej|botig|negoz/i

test.each(LANGUAGES.map((language) => [language]))(
  'what is compared is called stores or rooms, never one by the name of the other: %s',
  (language) => {
    const texts = JSON.parse(
      readFileSync(new URL(`../../../i18n/locales/app/${language}.json`, import.meta.url), 'utf8'),
    ) as Readonly<Record<string, string>>
    const said = (places: 'rooms' | undefined) =>
      Object.keys(TEXTS).map((text) => texts[placeText(places, text as PlaceText).replace('app:', '')] ?? 'missing')
    expect([...said('rooms'), ...said(undefined)]).not.toContain('missing')
    expect(said('rooms').filter((text) => STORE.test(text))).toEqual([])
    expect(said(undefined).filter((text) => STORE.test(text))).toHaveLength(7)
  },
)

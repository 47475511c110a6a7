import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  addTexts,
  changeLanguage,
  ensureErrorText,
  ensureTexts,
  initTexts,
  preferredLanguage,
  textOf,
  texts,
} from './index.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
}
beforeAll(async () => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await initTexts(preferredLanguage())
})

describe('the language of a visit', () => {
  test('is Spanish when nothing, or nothing known, is stored', () => {
    expect([null, '', 'de', 'EN', 'toString'].map((stored) => preferredLanguage({ getItem: () => stored }))).toEqual([
      'es',
      'es',
      'es',
      'es',
      'es',
    ])
    expect(texts.language).toBe('es')
  })

  test('is stored when it is chosen, and is there again at the next visit', async () => {
    await changeLanguage('pt')
    expect([preferredLanguage(), document.documentElement.lang]).toEqual(['pt', 'pt'])
  })
})

test('a language is loaded when it is chosen, not before', async () => {
  expect([texts.hasResourceBundle('cs', 'app'), texts.hasResourceBundle('en', 'app')]).toEqual([false, false])
  await changeLanguage('cs')
  expect([texts.hasResourceBundle('cs', 'app'), texts.hasResourceBundle('cs', 'home')]).toEqual([true, false])
  await ensureTexts('home')
  expect(texts.hasResourceBundle('cs', 'home')).toBe(true)
})

test('the words of a refusal of one area come when it is refused, and follow the language', async () => {
  await ensureErrorText('SESSION_REQUIRED')
  expect([texts.exists('errors:SESSION_REQUIRED'), texts.exists('errors:ENTRY_STATE_CONFLICT')]).toEqual([true, false])
  await ensureErrorText('ENTRY_STATE_CONFLICT')
  const czech = texts.t('errors:ENTRY_STATE_CONFLICT')
  await changeLanguage('es')
  expect(czech).toBe('To už není možné: záznam je v jiném stavu. Otevřete ho znovu.')
  expect(texts.t('errors:ENTRY_STATE_CONFLICT')).toBe(
    'Esto ya no es posible: la entrada ha cambiado de estado. Vuelve a abrirla.',
  )
  await changeLanguage('cs')
})

test('a text missing in a language is in English', async () => {
  expect(texts.t('app:onlyInEnglish')).toBe('onlyInEnglish')
  await vi.waitFor(() => expect(texts.hasResourceBundle('en', 'app')).toBe(true))
  texts.addResource('en', 'app', 'onlyInEnglish', 'Only in English')
  expect([texts.language, texts.t('app:onlyInEnglish')]).toEqual(['cs', 'Only in English'])
})

test('a text is the first of its keys that there is, filled in and in its plural', () => {
  texts.addResourceBundle('cs', 'short', {
    plain: 'Prostý',
    filled: 'Od {{from}}',
    many_one: '{{count}} den',
    many_few: '{{count}} dny',
    many_other: '{{count}} dní',
  })
  expect(textOf('cs', 'short:filled', { from: '<b>' })).toBe('Od <b>')
  expect([1, 3, 5].map((count) => textOf('cs', 'short:many', { count }))).toEqual(['1 den', '3 dny', '5 dní'])
  expect(textOf('cs', ['short:gone', 'short:plain'])).toBe('Prostý')
  expect(textOf('cs', ['short:plain', 'short:gone'])).toBe('Prostý')
})

test('added texts are read where they are, without a copy of them, and beside what was there', () => {
  const own = { tree: { leaf: 'List' }, late: 'Pozdě' }
  addTexts('cs', 'added', { early: 'Brzy', late: 'Dřív' })
  addTexts('cs', 'added', own)
  expect(['early', 'late', 'tree.leaf'].map((key) => textOf('cs', `added:${key}`))).toEqual(['Brzy', 'Pozdě', 'List'])
  expect((texts.getResourceBundle('cs', 'added') as typeof own).tree).toBe(own.tree)
})

test('a country in a sentence has its name in the language of the sentence; an invalid code stays unchanged', async () => {
  await ensureTexts('area-errors')
  const said = (language: string, countryCode: string) =>
    textOf(language, 'errors:LOCAL_ADDRESS_INVALID', { zipCode: '1000-205', countryCode })
  await changeLanguage('it')
  expect(said('it', 'DE')).toContain('(Germania)')
  await changeLanguage('es')
  expect([said('es', 'DE'), said('es', 'xx?')]).toEqual([
    expect.stringContaining('(Alemania)'),
    expect.stringContaining('(xx?)'),
  ])
})

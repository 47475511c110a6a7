/**
 * The questions to the holiday library and the days made of its answers: days on which people who work in a shop are
 * free.
 */
import { describe, expect, test } from 'vitest'
import { officialAnswer } from './official-answer.ts'
import type { OfficialQuestion } from './official-question.ts'

const ask = (more: Partial<OfficialQuestion> = {}) =>
  officialAnswer({ country: 'ES', region: null, year: 2026, language: 'es', ...more })
const said = (more: Partial<OfficialQuestion>) =>
  ask(more).days.map(({ day, name, language }) => `${day.slice(5)} ${name} (${language})`)
const days = (more: Partial<OfficialQuestion>) => ask(more).days.map(({ day }) => day)

describe('a place', () => {
  test('that is unknown gives the list of countries, and nothing else', () => {
    const none = ask({ country: null })
    expect(none).toMatchObject({ isKnown: true, regions: [], language: null, days: [] })
    expect(none.countries).toEqual(none.countries.toSorted())
    expect(none.countries).toEqual(expect.arrayContaining(['CZ', 'ES', 'IT', 'PT']))
    for (const country of ['XX', 'es', '']) expect(ask({ country })).toEqual({ ...none, isKnown: false })
  })

  test('that is no region of its country gives the regions there are, and no days', () => {
    const { regions, isKnown, days: none, language } = ask({ region: 'ZZ' })
    expect([isKnown, none, language, regions]).toEqual([false, [], null, ask().regions])
    for (const region of ['MD.X', '', 'md']) expect(ask({ region }).isKnown).toBe(false)
  })

  test('is named in the reader’s language, in those of the country and in English; a part after what it is a part of', () => {
    const { regions, language, isKnown } = ask()
    expect([language, isKnown]).toEqual(['es', true])
    expect(regions.find(({ code }) => code === 'CL')).toEqual({
      code: 'CL',
      names: ['Castilla y León', 'Castile and León'],
    })
    const at = regions.findIndex(({ code }) => code === 'CN')
    expect(regions.slice(at, at + 2)).toEqual([
      { code: 'CN', names: ['Islas Canarias', 'Canary Islands'] },
      { code: 'CN.EH', names: ['Islas Canarias · El Hierro', 'Islas Canarias · El Hierro'] },
    ])
    expect(ask({ language: 'en' }).regions.find(({ code }) => code === 'CL')?.names[0]).toBe('Castile and León')
    expect(ask({ country: 'CZ' }).regions).toEqual([])
  })
})

describe('days', () => {
  test('are those of the whole country, in their order', () => {
    expect(days({})).toEqual([
      '2026-01-01',
      '2026-01-06',
      '2026-04-03',
      '2026-05-01',
      '2026-08-15',
      '2026-10-12',
      '2026-11-01',
      '2026-12-06',
      '2026-12-08',
      '2026-12-25',
    ])
  })

  test('of a region, and of a part of it, are those of the country and its own', () => {
    const more = (region: string) => days({ region }).filter((day) => !days({}).includes(day))
    expect(more('MD')).toEqual(['2026-04-02', '2026-05-02', '2026-11-02', '2026-12-07'])
    expect(more('CN.TE').filter((day) => !more('CN').includes(day))).toEqual(['2026-09-07'])
  })

  test('are bank holidays too, but neither observances nor what begins in the afternoon', () => {
    // Mother’s day is an observance; Christmas Eve begins at two in the afternoon and leaves the morning to work in.
    expect(days({ country: 'DE' })).not.toContain('2026-05-10')
    expect(days({ country: 'DE' })).not.toContain('2026-12-24')
    expect(days({ country: 'CZ' })).toContain('2026-12-24')
    expect(days({ country: 'GB', region: 'ENG' })).toContain('2026-08-31')
  })

  test('of several days are each of them, and none of another year', () => {
    expect(said({ country: 'CN', language: 'en' }).filter((day) => day.includes('National Day'))).toEqual([
      '10-01 National Day (en)',
      '10-02 National Day (en)',
      '10-03 National Day (en)',
    ])
    for (const year of [2021, 2022])
      expect(days({ country: 'US', year }).filter((day) => !day.startsWith(String(year)))).toEqual([])
  })

  test('on which two holidays fall are listed once', () => {
    const all = days({ country: 'AD', year: 2025 })
    expect(all).toEqual([...new Set(all)])
  })
})

describe('a name', () => {
  const first = (more: Partial<OfficialQuestion>) => said(more)[0]

  test.each([
    ['es', '01-01 Año Nuevo (es)'],
    ['en', "01-01 New Year's Day (en)"],
    ['pt', '01-01 Ano Novo (pt)'],
    ['cs', '01-01 Nový rok (cs)'],
    ['it', '01-01 Capodanno (it)'],
  ])('is in the reader’s language, %s, where it is known', (language, name) => {
    expect(first({ country: 'DE', language })).toBe(name)
  })

  test('is in that of the country where it is not, and says so', () => {
    expect(said({ country: 'GB' })).toEqual([
      '01-01 Año Nuevo (es)',
      '04-03 Viernes Santo (es)',
      '04-06 Lunes de Pascua (es)',
      '05-04 Early May bank holiday (en)',
      '05-25 Spring bank holiday (en)',
      '12-25 Navidad (es)',
      '12-26 San Esteban (es)',
      '12-28 San Esteban (día sustituto) (es)',
    ])
    // In the words of the country too where only what is added to them is in another language.
    expect(said({ country: 'GB', region: 'ENG', year: 2022 })).toContain("09-19 Queen Elizabeth's Funeral Day (en)")
  })

  test('of a country whose language the library calls by another code has the code of its language', () => {
    expect(ask({ country: 'CZ', language: 'cs' })).toMatchObject({ language: 'cs' })
    expect(first({ country: 'CZ', language: 'cs' })).toBe('01-01 Nový rok a Den obnovy samostatného českého státu (cs)')
    expect(said({ country: 'CZ', language: 'es' })).toContain('07-06 Den upálení mistra Jana Husa (cs)')
  })

  test('has at most 120 characters', () => {
    for (const country of ['JP', 'IN', 'CZ'])
      for (const { name } of ask({ country }).days) expect(name.length).toBeLessThanOrEqual(120)
  })
})

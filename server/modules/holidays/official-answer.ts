/** Asks the holiday library. For the thread of it alone: its tables take most of a second to read and 40 MB to hold. */
import Holidays from 'date-holidays'
import { DAY_MS } from '#domain/days'
import { languageOf, libraryCode } from './library-code.ts'
import type { OfficialAnswer, OfficialQuestion, Region } from './official-question.ts'

/** Shops are closed on these. Observances and school days close no door. */
const FREE = new Set(['public', 'bank'])

const library = new Holidays()
const countries = Object.keys(library.getCountries('en')).toSorted()

const nameLists = (lists: readonly (Record<string, string> | undefined)[]) => {
  const names = new Map<string, string[]>()
  for (const list of lists)
    for (const [code, name] of Object.entries(list ?? {})) names.set(code, [...(names.get(code) ?? []), name])
  return names
}

/** States and, behind a dot, their parts; the first name is in the reader's language where it is known. */
function regionsOf(country: string, language: string): Region[] {
  const languages = [...new Set([language, ...new Holidays(country).getLanguages(), 'en'])]
  return [...nameLists(languages.map((one) => library.getStates(country, one)))].flatMap(([state, names]) => [
    { code: state, names },
    ...[...nameLists(languages.map((one) => library.getRegions(country, state, one)))].map(([part, own]) => ({
      code: `${state}.${part}`,
      names: own.map((name) => `${names[0]} · ${name}`),
    })),
  ])
}

/** A name without "(substitute day)". */
const bare = (name: string) => name.replace(/ \([^)]*\)$/, '')

/**
 * The library takes the first language that knows a name and does not say which, and may add "(substitute day)" in
 * another: a name that is the same without the reader's language is one of the country's.
 */
function daysOf({ country, region, year, language }: OfficialQuestion & { country: string }) {
  const [state, part] = region?.split('.') ?? []
  const native = new Holidays(country).getLanguages()
  const [own = 'en'] = native
  const calendarIn = (languages: string[]) => new Holidays(country, state ?? '', part ?? '', { languages })
  const inPlace = new Map(
    calendarIn([...native, 'en'])
      .getHolidays(year)
      .map(({ rule, date, name }) => [`${rule} ${date}`, name]),
  )
  const found = new Map<string, { name: string; language: string }>()
  for (const { rule, date, start, end, type, name } of calendarIn([language, ...native, 'en']).getHolidays(year)) {
    // A holiday that begins in the afternoon leaves a working morning.
    if (!FREE.has(type) || Number(date.slice(11, 13)) >= 12) continue
    const local = inPlace.get(`${rule} ${date}`)
    const isLocal = language !== own && local !== undefined && bare(local) === bare(name)
    const said = isLocal ? { name: local.slice(0, 120), language: own } : { name: name.slice(0, 120), language }
    const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
    const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
    for (let at = 0; at < length; at += 1) {
      const day = new Date(first + at * DAY_MS).toISOString().slice(0, 10)
      if (day.startsWith(String(year)) && !found.has(day)) found.set(day, said)
    }
  }
  return [...found].map(([day, one]) => ({ day, ...one })).toSorted((a, b) => a.day.localeCompare(b.day))
}

function answerOf(question: OfficialQuestion): OfficialAnswer {
  const { country, region, language } = question
  if (country === null || !countries.includes(country))
    return { countries, isKnown: country === null, regions: [], language: null, days: [] }
  const regions = regionsOf(country, language)
  if (region !== null && !regions.some(({ code }) => code === region))
    return { countries, isKnown: false, regions, language: null, days: [] }
  const [own = null] = new Holidays(country).getLanguages()
  return { countries, isKnown: true, regions, language: own, days: daysOf({ ...question, country }) }
}

/** In the languages of the product, by our codes. */
export function officialAnswer(question: OfficialQuestion): OfficialAnswer {
  const answer = answerOf({ ...question, language: libraryCode(question.language) })
  return {
    ...answer,
    language: answer.language === null ? null : languageOf(answer.language),
    days: answer.days.map((one) => ({ ...one, language: languageOf(one.language) })),
  }
}

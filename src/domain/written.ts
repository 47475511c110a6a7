/**
 * How dates are written, in each language: the one place that knows. dayjs writes them, from the reader's own clock or
 * from a civil day; the clock of another zone comes from `clockIn`, never from dayjs.
 */
import dayjs from 'dayjs'
import ca from 'dayjs/locale/ca.js'
import cs from 'dayjs/locale/cs.js'
import es from 'dayjs/locale/es.js'
import it from 'dayjs/locale/it.js'
import pt from 'dayjs/locale/pt.js'
import utc from 'dayjs/plugin/utc.js'
import { DAY_MS, dayOf } from './days.ts'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from './languages.ts'

dayjs.extend(utc)

type Names = Partial<ILocale> & Pick<ILocale, 'name'>
const words = (text: string) => text.split(' ')

/** Beside a date a month has another form, or its preposition; dayjs asks with the whole pattern. */
const months = (inDate: readonly string[], alone: readonly string[]) =>
  ((moment: dayjs.Dayjs, pattern: string) =>
    (pattern.includes('D') ? inDate : alone)[moment.month()]) as unknown as string[]
const ofCatalan = (names: readonly string[]) =>
  months(
    names.map((name) => (/^[ao]/.test(name) ? `d’${name}` : `de ${name}`)),
    names,
  )

/** Names as people of the language write them, where those of dayjs are others: case, points, cases. */
const NAMES: Readonly<Record<Language, Names>> = {
  es: {
    ...es,
    monthsShort: words('ene feb mar abr may jun jul ago sept oct nov dic'),
    weekdaysShort: words('dom lun mar mié jue vie sáb'),
  },
  en: {
    name: 'en',
    weekdays: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    months: words('January February March April May June July August September October November December'),
    monthsShort: words('Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'),
    ordinal: (n) => `${n}`,
  },
  pt: {
    ...pt,
    monthsShort: words('jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.'),
    weekdaysShort: words('dom. seg. ter. qua. qui. sex. sáb.'),
  },
  cs: {
    ...cs,
    months: months(
      words('ledna února března dubna května června července srpna září října listopadu prosince'),
      words('leden únor březen duben květen červen červenec srpen září říjen listopad prosinec'),
    ),
  },
  ca: {
    ...ca,
    weekdays: words('diumenge dilluns dimarts dimecres dijous divendres dissabte'),
    weekdaysShort: words('dg. dl. dt. dc. dj. dv. ds.'),
    months: ofCatalan(words('gener febrer març abril maig juny juliol agost setembre octubre novembre desembre')),
    monthsShort: ofCatalan(words('gen. febr. març abr. maig juny jul. ag. set. oct. nov. des.')),
  },
  it,
}
for (const names of Object.values(NAMES)) dayjs.locale(names as ILocale, undefined, true)

interface Patterns {
  /** Day and month, without and with the year. */
  readonly day: string
  readonly date: string
  readonly longDay: string
  readonly longDate: string
  /** The day alone, before the dash of a range within a month. */
  readonly number: string
  /** A month of a year, as a mark on an axis. */
  readonly monthYear: string
  /** Between the name of the weekday and the day. */
  readonly afterWeekday: string
  /** Between a date and its time, short and in a sentence. */
  readonly at: string
  readonly longAt: string
  readonly clock: string
}

const PATTERNS: Readonly<Record<Language, Patterns>> = {
  es: {
    day: 'D MMM',
    date: 'D MMM YYYY',
    longDay: 'D [de] MMMM',
    longDate: 'D [de] MMMM [de] YYYY',
    number: 'D',
    monthYear: 'MMM YY',
    afterWeekday: ', ',
    at: ', ',
    longAt: ' [a las] ',
    clock: 'H:mm',
  },
  en: {
    day: 'D MMM',
    date: 'D MMM YYYY',
    longDay: 'D MMMM',
    longDate: 'D MMMM YYYY',
    number: 'D',
    monthYear: 'MMM YY',
    afterWeekday: ' ',
    at: ', ',
    longAt: ' [at] ',
    clock: 'HH:mm',
  },
  pt: {
    day: 'D [de] MMM',
    date: 'D [de] MMM [de] YYYY',
    longDay: 'D [de] MMMM',
    longDate: 'D [de] MMMM [de] YYYY',
    number: 'D',
    monthYear: 'MMM [de] YY',
    afterWeekday: ', ',
    at: ', ',
    longAt: ' [às] ',
    clock: 'HH:mm',
  },
  cs: {
    day: 'D. M.',
    date: 'D. M. YYYY',
    longDay: 'D. MMMM',
    longDate: 'D. MMMM YYYY',
    number: 'D.',
    monthYear: 'MMMM YY',
    afterWeekday: ' ',
    at: ' ',
    longAt: ' [v] ',
    clock: 'H:mm',
  },
  ca: {
    day: 'D MMM',
    date: 'D MMM YYYY',
    longDay: 'D MMMM',
    longDate: 'D MMMM [del] YYYY',
    number: 'D',
    monthYear: 'MMM [del] YY',
    afterWeekday: ', ',
    at: ', ',
    longAt: '[, a les] ',
    clock: 'H:mm',
  },
  it: {
    day: 'D MMM',
    date: 'D MMM YYYY',
    longDay: 'D MMMM',
    longDate: 'D MMMM YYYY',
    number: 'D',
    monthYear: 'MMM YY',
    afterWeekday: ' ',
    at: ', ',
    longAt: ' [alle ore] ',
    clock: 'HH:mm',
  },
}

/** Forms of words, by the language; the examples are Spanish. */
const FORMS = {
  /** 9 abr */
  day: ({ day }) => day,
  /** 9 abr 2026 */
  date: ({ date }) => date,
  /** 9 de abril de 2026 */
  longDate: ({ longDate }) => longDate,
  /** jue, 9 abr */
  weekdayDay: ({ afterWeekday, day }) => `ddd${afterWeekday}${day}`,
  /** jue, 9 abr 2026 */
  weekdayDate: ({ afterWeekday, date }) => `ddd${afterWeekday}${date}`,
  /** jueves, 9 de abril */
  fullDay: ({ afterWeekday, longDay }) => `dddd${afterWeekday}${longDay}`,
  /** jueves, 9 de abril de 2026 */
  fullDate: ({ afterWeekday, longDate }) => `dddd${afterWeekday}${longDate}`,
  /** 9 abr 2026, 9:05 */
  moment: ({ date, at, clock }) => `${date}${at}${clock}`,
  /** 9 de abril de 2026 a las 9:05 */
  longMoment: ({ longDate, longAt, clock }) => `${longDate}${longAt}${clock}`,
  /** 9 abr, 09:05 */
  dayClock: ({ day, at }) => `${day}${at}HH:mm`,
  /** jue, 9 abr, 09:05 */
  weekdayDayClock: ({ afterWeekday, day, at }) => `ddd${afterWeekday}${day}${at}HH:mm`,
  /** jueves */
  weekday: () => 'dddd',
  /** jue */
  weekdayShort: () => 'ddd',
  /** abril */
  month: () => 'MMMM',
  /** abr */
  monthShort: () => 'MMM',
  /** abr 26 */
  monthYear: ({ monthYear }) => monthYear,
} satisfies Readonly<Record<string, (patterns: Patterns) => string>>

/** Forms of digits, the same in every language. */
const DIGITS = {
  /** The bar, and what is said there. */
  barDate: 'DD/MM/YYYY',
  barMoment: 'DD/MM/YYYY HH:mm:ss',
  /** Tables, lists and facts of a record. */
  tableDate: 'DD-MM-YYYY',
  tableMoment: 'DD-MM-YYYY HH:mm:ss',
  clock: 'HH:mm',
  clockSeconds: 'HH:mm:ss',
} as const

export type DateForm = keyof typeof FORMS | keyof typeof DIGITS

const languageOf = (locale: string): Language => {
  const language = locale.split('-')[0]
  return isLanguage(language) ? language : FALLBACK_LANGUAGE
}

const write = (moment: dayjs.Dayjs, form: DateForm, language: Language): string =>
  form in DIGITS
    ? moment.format(DIGITS[form as keyof typeof DIGITS])
    : moment.locale(language).format(FORMS[form as keyof typeof FORMS](PATTERNS[language]))

const A_SUNDAY = dayOf(2026, 11, 15)

/** A civil day, by its number. */
export const writtenDay = (day: number, form: DateForm, locale = 'en'): string =>
  write(dayjs.utc(day * DAY_MS), form, languageOf(locale))

/** An instant (epoch ms) on the reader's own clock. */
export const writtenMoment = (ms: number, form: DateForm, locale = 'en'): string =>
  write(dayjs(ms), form, languageOf(locale))

/** An instant on the clock of UTC, or on that of a zone where it went through `clockIn`. */
export const writtenUtc = (ms: number, form: DateForm, locale = 'en'): string =>
  write(dayjs.utc(ms), form, languageOf(locale))

/** The name of a weekday, 1 = Monday. */
export const weekdayName = (weekday: number, locale: string, width: 'short' | 'long' = 'long'): string =>
  writtenDay(A_SUNDAY + weekday, width === 'long' ? 'weekday' : 'weekdayShort', locale)

/** The name of a month, 1 to 12. */
export const monthName = (month: number, locale: string, width: 'short' | 'long' = 'long'): string =>
  writtenDay(dayOf(2001, month, 1), width === 'long' ? 'month' : 'monthShort', locale)

/** Two civil days as a range, which says once what both have: 16–19 nov 2026, 28 sept – 3 oct 2026. */
export function writtenDays(begin: number, end: number, locale: string, withYear = true): string {
  const [from, to, language] = [dayjs.utc(begin * DAY_MS), dayjs.utc(end * DAY_MS), languageOf(locale)]
  const isSameYear = from.year() === to.year()
  const last = write(to, withYear || !isSameYear ? 'date' : 'day', language)
  if (begin === end) return last
  return isSameYear && from.month() === to.month()
    ? `${from.format(PATTERNS[language].number)}–${last}`
    : `${write(from, isSameYear ? 'day' : 'date', language)} – ${last}`
}

/**
 * A pair of periods in the address. The days are always there, so that a link shows the same ones tomorrow; the preset
 * is there too, so that on the same day it is the preset again. `period=lastWeekVsPrevious&end=2026-11-15`,
 * `p1=2026-01-01..2026-01-31&p2=2025-01-01..2025-01-31&end=2026-1-31`.
 */
import { shortDay } from '#domain/days'
import {
  type Bounds,
  fixedPair,
  isoDay,
  isRelativePreset,
  parseDay,
  type PeriodOption,
  type PeriodPair,
  type PeriodUnit,
  PERIOD_UNITS,
  presetOption,
  type PeriodValues,
} from '#domain/periods'
import type { ResolvePeriods } from './ports.ts'

/** Parts of the address, by what they say: the last day, the preset, the two ranges. */
export const PERIOD_PARTS = ['end', 'period', 'p1', 'p2'] as const
export type PeriodPart = (typeof PERIOD_PARTS)[number]
export type PeriodText = Readonly<Partial<Record<PeriodPart, string>>>

/** `end` keeps the other three plain; a pair under another key has that key before them. */
export const periodKey = (key: string, part: PeriodPart): string =>
  part === 'end' ? key : key === 'end' ? part : `${key}-${part}`

/** Bounds that the calendar does not move: chosen manually, or a campaign's. */
export const isFixed = ({ key, values }: PeriodOption): boolean =>
  key === 'campaigns' ||
  key === 'customPeriods' ||
  ((key === 'noPeriods' || key === 'samePeriodLastYear') && values?.comparing !== undefined && values.of === undefined)

const FULL = 'full'
const rangeText = ({ begin, end }: Bounds) => `${begin}..${end}`

/** Name of the option in the address; none where its days are enough. */
function wordOf({ key, values = {} }: PeriodOption): string | undefined {
  const {
    thisOrLast,
    thisOrLastPeriod,
    howManyPeriodsInThePast,
    periodsInThePast,
    fullReference,
    of,
    campaign,
    versus,
  } = values
  const rest = fullReference === true ? [FULL] : []
  switch (key) {
    case 'customPeriods':
      return undefined
    case 'noPeriods':
      return values.comparing === undefined ? key : undefined
    case 'samePeriodLastYear':
      return [key, ...(of === undefined ? [] : [of])].join('.')
    case 'campaigns':
      return [key, campaign, ...(versus === 'lastYear' ? [versus] : [])].join('.')
    case 'advanced':
      return [key, thisOrLast, thisOrLastPeriod, howManyPeriodsInThePast, periodsInThePast, ...rest].join('.')
    default:
      return [key, ...rest].join('.')
  }
}

export function writePeriods({ option, comparing, reference }: PeriodPair): PeriodText {
  const period = wordOf(option)
  return {
    end: shortDay(comparing.end),
    ...(period !== undefined && { period }),
    ...(isFixed(option) && { p1: rangeText(comparing), ...(reference !== null && { p2: rangeText(reference) }) }),
  }
}

const asUnit = (text: string | undefined): PeriodUnit | undefined => PERIOD_UNITS.find((unit) => unit === text)

/** The option of a word, undefined where it is none. */
function optionOf(word: string): PeriodOption | undefined {
  const [key = '', ...given] = word.split('.')
  const isFull = given.at(-1) === FULL
  const parts = isFull ? given.slice(0, -1) : given
  const full: PeriodValues = isFull ? { fullReference: true } : {}
  const option = (values: PeriodValues) =>
    presetOption(key as PeriodOption['key'], Object.keys(values).length > 0 ? values : undefined)
  if (isRelativePreset(key)) return parts.length === 0 ? option(full) : undefined
  if (key === 'noPeriods') return given.length === 0 ? option({}) : undefined
  if (key === 'samePeriodLastYear')
    return given.length === 0
      ? option({})
      : given.length === 1 && isRelativePreset(given[0])
        ? option({ of: given[0] })
        : undefined
  if (key === 'campaigns') {
    const [id = '', versus] = given
    return /^\d{1,10}$/.test(id) && given.length <= 2 && (versus === undefined || versus === 'lastYear')
      ? option({ campaign: Number(id), ...(versus !== undefined && { versus }) })
      : undefined
  }
  const [thisOrLast, unit, count = '', past] = parts
  const [thisOrLastPeriod, periodsInThePast] = [asUnit(unit), asUnit(past)]
  if (
    key !== 'advanced' ||
    parts.length !== 4 ||
    (thisOrLast !== 'this' && thisOrLast !== 'last') ||
    thisOrLastPeriod === undefined ||
    periodsInThePast === undefined ||
    !/^\d{1,3}$/.test(count)
  )
    return undefined
  return option({ thisOrLast, thisOrLastPeriod, howManyPeriodsInThePast: Number(count), periodsInThePast, ...full })
}

function boundsOf(text: string): Bounds | undefined {
  const [, begin = '', end = ''] = /^(\d{4}-\d{1,2}-\d{1,2})\.\.(\d{4}-\d{1,2}-\d{1,2})$/.exec(text) ?? []
  const [from, to] = [parseDay(begin), parseDay(end)]
  return from === null || to === null || from > to ? undefined : { begin: isoDay(from), end: isoDay(to) }
}

export interface PeriodReadContext {
  readonly resolvePeriods: ResolvePeriods
  readonly today: string
  /** Of the document, for an address with a day alone. */ readonly usual: PeriodOption
}
export interface PeriodRead {
  readonly pair?: PeriodPair
  /** Invalid parts, or a future day. */ readonly refused: readonly PeriodPart[]
}

/**
 * The pair an address means. It depends on the address, the document and today, and on nothing a reader chose before.
 */
export function readPeriods(text: PeriodText, { resolvePeriods, today, usual }: PeriodReadContext): PeriodRead {
  const refused: PeriodPart[] = []
  const option = text.period === undefined ? undefined : optionOf(text.period)
  if (text.period !== undefined && option === undefined) refused.push('period')
  const days = rangesOf(text, option, { resolvePeriods, today }, refused)
  const endDay = text.end === undefined ? null : parseDay(text.end)
  const end = endDay === null ? undefined : isoDay(endDay)
  if (days !== undefined) {
    if (text.end !== undefined && end !== days.comparing.end) refused.push('end')
    return { pair: days, refused }
  }
  const relative = option === undefined || isFixed(option) || option.key === 'campaigns' ? undefined : option
  if (option !== undefined && relative === undefined) refused.push('period')
  const isToCome = end !== undefined && end > today
  if (text.end !== undefined && (end === undefined || isToCome)) refused.push('end')
  if (end === undefined || isToCome) {
    const pair = relative && resolvePeriods(relative, { today })
    if (pair === null) refused.push('period')
    return { ...(pair && { pair }), refused }
  }
  const now = resolvePeriods(relative ?? usual, { today })
  if (now?.comparing.end === end) return { pair: now, refused }
  const dayAfter = isoDay((endDay ?? 0) + 1)
  for (const one of [...(relative ? [relative] : []), usual, presetOption()]) {
    const pair = resolvePeriods(one, { today: dayAfter })
    // "This week" of another day is not this week: it is those days.
    if (pair?.comparing.end === end) return { pair: fixedPair(pair), refused }
    if (one === relative) refused.push('period')
  }
  return { refused }
}

/** Ranges written out, as the option that goes with them. */
function rangesOf(
  { p1, p2 }: PeriodText,
  option: PeriodOption | undefined,
  context: Pick<PeriodReadContext, 'resolvePeriods' | 'today'>,
  refused: PeriodPart[],
): PeriodPair | undefined {
  const [comparing, reference] = [
    p1 === undefined ? undefined : boundsOf(p1),
    p2 === undefined ? undefined : boundsOf(p2),
  ]
  if (p2 !== undefined && (reference === undefined || comparing === undefined)) refused.push('p2')
  if (p1 === undefined) return undefined
  const values = { ...(comparing && { comparing }), ...(reference && { reference }) }
  const pair =
    comparing &&
    context.resolvePeriods(presetOption(reference === undefined ? 'noPeriods' : 'customPeriods', values), context)
  if (pair === undefined || pair === null || (p2 !== undefined && reference === undefined)) {
    refused.push('p1')
    return undefined
  }
  if (option?.key === 'campaigns')
    return {
      option,
      comparing: { ...pair.comparing, name: 'campaign' },
      reference: pair.reference && {
        ...pair.reference,
        name: option.values?.versus === 'lastYear' ? 'sameDaysLastYear' : 'daysBefore',
      },
    }
  return option?.key === 'samePeriodLastYear'
    ? (context.resolvePeriods(presetOption('samePeriodLastYear', { comparing: values.comparing }), context) ??
        undefined)
    : pair
}

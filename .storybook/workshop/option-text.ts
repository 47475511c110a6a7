/** An option of a chart over categories, read from text: what does not hold is said in one sentence. */
import type { CartesianOption, ChartSeries } from '#ui'
import { wrongValue } from '#ui/chart/chart-data.ts'
import type { Completeness, ValueFormat } from '#ui/format.ts'

/** The problem of a value, as a sentence; null when it is valid. */
type Check = (value: unknown, place: string) => string | null

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** More points are no reading: a page that hangs says less than a sentence. */
const MAX_POINTS = 200_000
const is =
  (expected: string, holds: (value: unknown) => boolean): Check =>
  (value, place) =>
    holds(value) ? null : wrongValue(place, value, expected)

const text = is('a text', (value) => typeof value === 'string')
const number = is('a number', (value) => typeof value === 'number')
const bool = is('true or false', (value) => typeof value === 'boolean')
const whole = (least: number, most: number) =>
  is(
    `a whole number, ${least} to ${most}`,
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  )
const oneOf = (words: readonly string[]) =>
  is(words.map((word) => `"${word}"`).join(' or '), (value) => typeof value === 'string' && words.includes(value))

/** Members of a record that may be absent are named with a question mark. Others than those are refused. */
function record(members: Readonly<Record<string, Check>>): Check {
  const known = new Map(Object.entries(members).map(([name, check]) => [name.replace('?', ''), { name, check }]))
  return (value, place) => {
    if (!isRecord(value)) return wrongValue(place || 'The text', value, 'an object')
    const at = (name: string) => (place === '' ? name : `${place}.${name}`)
    const strange = Object.keys(value).find((name) => !known.has(name))
    if (strange !== undefined) return `${at(strange)} is not known; expected one of ${[...known.keys()].join(', ')}.`
    for (const [name, { name: full, check }] of known) {
      if (full.endsWith('?') && value[name] === undefined) continue
      const wrong = check(value[name], at(name))
      if (wrong !== null) return wrong
    }
    return null
  }
}

const list =
  (check: Check): Check =>
  (value, place) => {
    if (!isList(value)) return wrongValue(place, value, 'a list')
    for (const [at, one] of value.entries()) {
      const wrong = check(one, `${place}[${at}]`)
      if (wrong !== null) return wrong
    }
    return null
  }

/** One for each name of the axis. */
const perName =
  (count: number, check: Check): Check =>
  (value, place) =>
    isList(value) && value.length !== count
      ? `${place} has ${value.length} values; expected one for each of the ${count} names of xAxis.data.`
      : list(check)(value, place)

const FORMATS = {
  text: true,
  count: true,
  percent: true,
  points: true,
  duration: true,
  day: true,
  hour: true,
  delta: true,
  number: true,
  mean: true,
} satisfies Readonly<Record<ValueFormat, true>>
const COMPLETENESS = {
  final: true,
  partial: true,
  settling: true,
  estimated: true,
  missing: true,
  closed: true,
} satisfies Readonly<Record<Completeness, true>>

const orNull = (expected: string, type: 'string' | 'number') =>
  is(expected, (value) => value === null || typeof value === type)
const textOrNull = orNull('a text or null', 'string')
const note: Check = (value, place) =>
  value === null ? null : record({ short: textOrNull, text: textOrNull })(value, place)

function optionCheck(count: number, axes: number): Check {
  const axis = whole(0, Math.max(0, axes - 1))
  return record({
    xAxis: record({
      data: list(text),
      'titles?': perName(count, text),
      'reference?': perName(count, text),
      'reasons?': perName(count, textOrNull),
      'boundaryGap?': bool,
      'notes?': perName(count, note),
    }),
    yAxis: list(
      record({ format: oneOf(Object.keys(FORMATS)), 'name?': text, 'max?': number, 'include?': list(number) }),
    ),
    series: list(
      record({
        id: text,
        name: text,
        type: oneOf(['bar', 'line']),
        'areaStyle?': is('an object', isRecord),
        'yAxisIndex?': axis,
        tone: whole(-1, 6),
        'period?': oneOf(['comparing', 'reference']),
        'stack?': text,
        'pair?': text,
        data: perName(count, orNull('a number or null', 'number')),
        'states?': perName(count, oneOf(Object.keys(COMPLETENESS))),
        'slight?': perName(count, bool),
        'width?': number,
      }),
    ),
    'markLine?': record({
      data: list(
        record({
          'yAxisIndex?': axis,
          value: number,
          label: text,
          'tone?': oneOf(['good', 'warn', 'bad', 'neutral']),
        }),
      ),
    }),
    'markArea?': record({
      data: list(
        record({ id: text, from: whole(0, Math.max(0, count - 1)), to: whole(0, Math.max(0, count - 1)), label: text }),
      ),
    }),
  })
}

/** The option of a text, or why it is none. */
export function readOption(written: string): CartesianOption | string {
  let read: unknown
  try {
    read = JSON.parse(written)
  } catch (error) {
    return `The text is no JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  if (!isRecord(read)) return 'The text is no object; expected { xAxis, yAxis, series }.'
  const { xAxis, yAxis, series } = read
  if (!isRecord(xAxis) || !isList(xAxis.data)) return 'xAxis.data is no list of names.'
  if (!isList(yAxis) || yAxis.length < 1 || yAxis.length > 2)
    return 'yAxis is no list of one or two axes with a format.'
  if (!isList(series)) return 'series is no list.'
  const count = xAxis.data.length
  // Before anything is looked at one by one.
  if (count * Math.max(1, series.length) > MAX_POINTS)
    return `The option has ${count * Math.max(1, series.length)} points; expected at most ${MAX_POINTS}.`
  const wrong = optionCheck(count, yAxis.length)(read, '')
  if (wrong !== null) return wrong
  // Checked above, member by member.
  const option = read as unknown as CartesianOption
  const ids = option.series.map(({ id }) => id)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at)
  return twice < 0 ? option : `series[${twice}].id is "${ids[twice]}" again; expected a unique id.`
}

export const STATES = ['final', 'partial', 'settling', 'estimated', 'missing'] as const
export type LookState = (typeof STATES)[number]

/** The same option with its last third in a state; of what is missing the values go too. */
export function inState(option: CartesianOption, state: LookState): CartesianOption {
  const from = Math.ceil((2 * option.xAxis.data.length) / 3)
  return {
    ...option,
    series: option.series.map((one): ChartSeries => ({
      ...one,
      data: one.data.map((value, at) => (state === 'missing' && at >= from ? null : value)),
      states: one.data.map((_, at) => (at >= from ? state : 'final')),
    })),
  }
}

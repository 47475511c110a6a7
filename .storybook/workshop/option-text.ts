/** An option of a chart over categories, read from text: what does not hold is said in one sentence. */
import type { CartesianOption, ChartSeries } from '#ui'

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** More points are no reading: a page that hangs says less than a sentence. */
const MOST_POINTS = 200_000

/** What is wrong with a series; null when nothing is. */
function wrongWith(one: unknown, at: number, count: number): string | null {
  const place = `series[${at}]`
  if (!isRecord(one)) return `${place} is ${JSON.stringify(one)}; expected an object.`
  if (typeof one.id !== 'string' || typeof one.name !== 'string')
    return `${place} has no id or no name; expected texts.`
  if (one.type !== 'bar' && one.type !== 'line')
    return `${place}.type is ${JSON.stringify(one.type)}; expected "bar" or "line".`
  if (typeof one.tone !== 'number') return `${place}.tone is ${JSON.stringify(one.tone)}; expected a number, 0 to 6.`
  if (!isList(one.data)) return `${place}.data is no list.`
  if (one.data.length !== count)
    return `${place}.data has ${one.data.length} values; expected one for each of the ${count} names of xAxis.data.`
  const bad = one.data.findIndex((value) => value !== null && typeof value !== 'number')
  return bad < 0 ? null : `${place}.data[${bad}] is ${JSON.stringify(one.data[bad])}; expected a number or null.`
}

/** The option of a text, or why it is none. */
export function readOption(text: string): CartesianOption | string {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    return `The text is no JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  if (!isRecord(read)) return 'The text is no object; expected { xAxis, yAxis, series }.'
  const { xAxis, yAxis, series } = read
  if (!isRecord(xAxis) || !isList(xAxis.data)) return 'xAxis.data is no list of names.'
  if (
    !isList(yAxis) ||
    yAxis.length < 1 ||
    yAxis.length > 2 ||
    !yAxis.every((axis) => isRecord(axis) && typeof axis.format === 'string')
  )
    return 'yAxis is no list of one or two axes with a format.'
  if (!isList(series)) return 'series is no list.'
  const count = xAxis.data.length
  if (count * series.length > MOST_POINTS)
    return `The option has ${count * series.length} points; expected at most ${MOST_POINTS}.`
  const wrong = series.map((one, at) => wrongWith(one, at, count)).find((found) => found !== null)
  // Checked above, as far as a chart reads it.
  return wrong ?? (read as unknown as CartesianOption)
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

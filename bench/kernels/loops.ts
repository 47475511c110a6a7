import { monthNumber, weekday } from '#domain/days'
import type { Frame } from '#domain/frame'
import type { Contestant } from '../lib/rounds.ts'
import { values } from '../lib/rows.ts'
import { checkSums } from './checks.ts'
import type { Sums } from './checks.ts'
import type { Question } from './questions.ts'

/**
 * Typed arrays and dense keys, written by hand for the question and nothing else: one pass that makes the key of each
 * row, one pass per measure. No nulls, no reuse, no names.
 */
export function loopContestant({ query: { by, measures, where, periods } }: Question, frame: Frame): Contestant {
  const [client, local, day] = ['client', 'local', 'day'].map((id) => values(frame, id)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ]
  const clientIn = flags(where.client, client)
  const localIn = where.local && flags(where.local, local)
  const [first] = periods
  const columns = by.map((id) => {
    if (id === 'weekday' || id === 'month')
      return { of: day, table: table(day, id === 'weekday' ? weekday : monthNumber) }
    if (id === 'period')
      return {
        of: day,
        table: table(day, (value) => (value >= (first?.from ?? 0) && value <= (first?.to ?? 0) ? 0 : 1)),
      }
    return { of: values(frame, id), table: table(values(frame, id), (value) => value) }
  })
  const dayIn =
    periods.length === 0
      ? undefined
      : table(day, (value) => (periods.some(({ from, to }) => value >= from && value <= to) ? 1 : 0))
  const size = columns.reduce((product, { table: { width } }) => product * width, 1)
  const sources = measures.map((id) => values(frame, id))

  return {
    name: 'plain loop',
    work: (): Sums => {
      const keys = new Int32Array(frame.rows)
      const seen = new Uint8Array(size + 1)
      for (let row = 0; row < keys.length; row++) {
        let key = 0
        if (
          clientIn[client[row] as number] === 0 ||
          (localIn && localIn[local[row] as number] === 0) ||
          (dayIn && dayIn.codes[(day[row] as number) - dayIn.min] === dayIn.zero)
        )
          key = size
        else
          for (const {
            of,
            table: { codes, min, width },
          } of columns)
            key = key * width + (codes[(of[row] as number) - min] as number)
        keys[row] = key
        seen[key] = 1
      }
      const sums = sources.map((source) => {
        const sum = new Float64Array(size + 1)
        for (let row = 0; row < keys.length; row++) sum[keys[row] as number]! += source[row] as number
        return sum.subarray(0, size)
      })
      let groups = 0
      for (let key = 0; key < size; key++) groups += seen[key] as number
      return { groups, sums }
    },
    check: checkSums,
  }
}

const flags = (wanted: readonly number[], column: Int32Array) => {
  const set = new Uint8Array(column.reduce((a, b) => Math.max(a, b), 0) + 1)
  for (const id of wanted) set[id] = 1
  return set
}

/** Dense codes of what a column's values represent. */
function table(
  column: Int32Array,
  of: (value: number) => number,
): { codes: Int32Array; min: number; width: number; zero: number } {
  let [min, max] = [Infinity, -Infinity]
  for (const value of column) {
    if (value < min) min = value
    if (value > max) max = value
  }
  const known = new Map<number, number>()
  const codes = Int32Array.from({ length: max - min + 1 }, (_, i) => {
    const value = of(min + i)
    if (!known.has(value)) known.set(value, known.size)
    return known.get(value) as number
  })
  return { codes, min, width: known.size, zero: known.get(0) ?? -1 }
}

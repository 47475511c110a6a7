/**
 * Every pair of days of a comparison with what was counted on both: the table behind its day map, whose totals add up
 * to the whole.
 */
import { leftOutReason } from '#domain/compared-stores'
import { DAYS } from '#domain/day-columns'
import type { DayMap } from '#domain/day-map'
import type { FactPeriod } from '#domain/fact-query'
import { fromRows, isNull } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import { createBreath } from '../../lib/breathe.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Compared } from './basis.ts'

export const NO_DAYS: Frame = fromRows(DAYS, [])

const BY = ['period', 'day', 'local'] as const
interface Line {
  readonly day: number | null
  readonly reference: number | null
  readonly reason: string
  readonly name: string
  locals: number
  readonly sums: (number | null)[]
}

/** @param muted locals whose entries are not to be read: their data module is off */
export async function dayFrame(
  facts: Pick<FactStore, 'query' | 'unpaired'>,
  { stores, question, basis, maps }: Compared,
  muted: ReadonlySet<number>,
): Promise<Frame> {
  const { client, locals, notArea = [], comparing, reference } = question
  const [all, unpaired] = await Promise.all([
    facts.query({
      table: 'traffic',
      measures: ['ins'],
      by: BY,
      where: { client: [client], local: locals, notArea },
      periods: [comparing, reference],
    }),
    facts.unpaired(question, { by: BY, measures: ['ins'] }),
  ])
  const [came, off] = [
    entriesOf(all, locals, [comparing, reference]),
    entriesOf(unpaired, locals, [comparing, reference]),
  ]
  const breathe = createBreath()
  const leftOut = new Set(
    stores.flatMap((store) => (leftOutReason(store, comparing, reference) === null ? [] : [store.local])),
  )

  /** Entries of a store on a day: all, and those that a change is taken over. */
  const entries = (
    period: 'comparing' | 'reference',
    day: number,
    local: number,
  ): readonly [number | null, number | null] => {
    const ins = muted.has(local) ? null : came(period, day, local)
    return ins === null ? NOTHING : [ins, leftOut.has(local) ? 0 : ins - (off(period, day, local) ?? 0)]
  }
  const lines = new Map<string, Line>()
  for (const { locals: own, map } of maps) {
    for (const { day, reference: other, reason, name } of linesOf(map)) {
      const key = `${day} ${other} ${reason} ${name}`
      const line = lines.get(key) ?? { day, reference: other, reason, name, locals: 0, sums: [null, null, null, null] }
      lines.set(key, line)
      line.locals += own.length
      for (const local of own) {
        const [ins, compared] = day === null ? NOTHING : entries('comparing', day, local)
        const [insReference, comparedReference] = other === null ? NOTHING : entries('reference', other, local)
        add(line.sums, 0, ins)
        add(line.sums, 1, compared)
        add(line.sums, 2, insReference)
        add(line.sums, 3, comparedReference)
      }
      await breathe()
    }
  }
  const rest = (ins: number | null | undefined, compared: number | null | undefined) =>
    ins == null ? null : ins - (compared ?? 0)
  const ordered = [...lines.values()].toSorted(
    (a, b) =>
      (a.day ?? Infinity) - (b.day ?? Infinity) ||
      (a.reference ?? Infinity) - (b.reference ?? Infinity) ||
      b.locals - a.locals,
  )
  return {
    ...fromRows(
      DAYS,
      ordered.map(
        ({
          day,
          reference: other,
          reason,
          name,
          locals: n,
          sums: [ins = null, compared = null, insReference = null, comparedReference = null],
        }): Cell[] => [
          day,
          other,
          reason,
          name,
          n,
          ins,
          compared,
          rest(ins, compared),
          insReference,
          comparedReference,
          rest(insReference, comparedReference),
        ],
      ),
    ),
    basis,
  }
}

const NOTHING = [null, null] as const

function add(sums: (number | null)[], at: number, value: number | null): void {
  if (value !== null) sums[at] = (sums[at] ?? 0) + value
}

/**
 * Entries by period, day and local. Of hundreds of stores and days there are as many as cells of a table, so they are
 * kept as one.
 */
function entriesOf(
  frame: Frame,
  locals: readonly number[],
  periods: readonly [FactPeriod, FactPeriod],
): (period: 'comparing' | 'reference', day: number, local: number) => number | null {
  const columns = new Map(locals.map((local, at) => [local, at]))
  const [first, second] = periods.map(({ from, to }) =>
    new Float64Array((to - from + 1) * locals.length).fill(Number.NaN),
  ) as [Float64Array, Float64Array]
  const placeOf = (isFirst: boolean, day: number, local: number) =>
    (day - periods[isFirst ? 0 : 1].from) * locals.length + (columns.get(local) ?? Number.NaN)
  const [period, days, of, ins] = frame.data
  if (period?.kind === 'text' && days?.kind === 'numbers' && of?.kind === 'numbers' && ins?.kind === 'numbers') {
    for (let row = 0; row < frame.rows; row += 1) {
      if (isNull(ins, row)) continue
      const isFirst = period.dictionary[period.codes[row]!] === 'comparing'
      ;(isFirst ? first : second)[placeOf(isFirst, days.values[row]!, of.values[row]!)] = ins.values[row]!
    }
  }
  return (name, day, local) => {
    const isFirst = name === 'comparing'
    const value = (isFirst ? first : second)[placeOf(isFirst, day, local)]
    return value === undefined || Number.isNaN(value) ? null : value
  }
}

const linesOf = ({ pairs, alone }: DayMap): Omit<Line, 'locals' | 'sums'>[] => [
  ...pairs.map(({ day, reference, reason, name }) => ({ day, reference, reason, name })),
  ...alone.map(({ period, day, reason }) =>
    period === 'comparing'
      ? { day, reference: null, reason, name: '' }
      : { day: null, reference: day, reason, name: '' },
  ),
]

/** Every pair of days of a comparison with what was counted on both: the table behind its day map, whose totals add up to the whole. */
import { leftOutReason } from '#domain/compared-stores'
import { DAYS } from '#domain/day-columns'
import type { DayMap } from '#domain/day-map'
import { fromRows, toRows } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import type { FactStore } from '../../facts/store.ts'
import type { Compared } from './basis.ts'

export const NO_DAYS: Frame = fromRows(DAYS, [])

const BY = ['period', 'day', 'local'] as const
interface Line { readonly day: number | null; readonly reference: number | null; readonly reason: string; readonly name: string; locals: number; readonly sums: (number | null)[] }

/** @param muted locals whose entries are not to be read: their data module is off */
export async function dayFrame(facts: Pick<FactStore, 'query' | 'unpaired'>, { stores, question, basis, maps }: Compared, muted: ReadonlySet<number>): Promise<Frame> {
  const { client, locals, comparing, reference } = question
  const [all, unpaired] = await Promise.all([
    facts.query({ table: 'traffic', measures: ['ins'], by: BY, where: { client: [client], local: locals }, periods: [comparing, reference] }),
    facts.unpaired(question, { by: BY, measures: ['ins'] }),
  ])
  const keyOf = (period: Cell | undefined, day: Cell | undefined, local: Cell | undefined) => `${String(period)} ${String(day)} ${String(local)}`
  const valuesOf = (frame: Frame) => new Map(toRows(frame).map(([period, day, local, ins]) => [keyOf(period, day, local), ins as number | null]))
  const [came, off] = [valuesOf(all), valuesOf(unpaired)]
  const leftOut = new Set(stores.flatMap((store) => (leftOutReason(store, comparing, reference) === null ? [] : [store.local])))

  /** Entries of a store on a day: all, and those that a change is taken over. */
  const entries = (period: 'comparing' | 'reference', day: number, local: number): readonly [number | null, number | null] => {
    const ins = muted.has(local) ? null : came.get(keyOf(period, day, local)) ?? null
    return ins === null ? [null, null] : [ins, leftOut.has(local) ? 0 : ins - (off.get(keyOf(period, day, local)) ?? 0)]
  }
  const lines = new Map<string, Line>()
  for (const { locals: own, map } of maps) {
    for (const { day, reference: other, reason, name } of linesOf(map)) {
      const key = `${day} ${other} ${reason} ${name}`
      const line = lines.get(key) ?? { day, reference: other, reason, name, locals: 0, sums: [null, null, null, null] }
      lines.set(key, line)
      line.locals += own.length
      for (const local of own) {
        const found = [...(day === null ? [null, null] : entries('comparing', day, local)), ...(other === null ? [null, null] : entries('reference', other, local))]
        found.forEach((value, at) => { if (value !== null) line.sums[at] = (line.sums[at] ?? 0) + value })
      }
    }
  }
  const rest = (ins: number | null | undefined, compared: number | null | undefined) => (ins == null ? null : ins - (compared ?? 0))
  const ordered = [...lines.values()].toSorted((a, b) => (a.day ?? Infinity) - (b.day ?? Infinity) || (a.reference ?? Infinity) - (b.reference ?? Infinity) || b.locals - a.locals)
  return {
    ...fromRows(DAYS, ordered.map(({ day, reference: other, reason, name, locals: n, sums: [ins = null, compared = null, insReference = null, comparedReference = null] }): Cell[] =>
      [day, other, reason, name, n, ins, compared, rest(ins, compared), insReference, comparedReference, rest(insReference, comparedReference)])),
    basis,
  }
}

const linesOf = ({ pairs, alone }: DayMap): Omit<Line, 'locals' | 'sums'>[] => [
  ...pairs.map(({ day, reference, reason, name }) => ({ day, reference, reason, name })),
  ...alone.map(({ period, day, reason }) => (period === 'comparing' ? { day, reference: null, reason, name: '' } : { day: null, reference: day, reason, name: '' })),
]

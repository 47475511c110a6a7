/**
 * Every store of a comparison with what it has in each period: the table behind "8 of 10 stores", whose totals add up
 * to the whole.
 */
import { leftOutReason, type ComparedStore, type StoreSide } from '#domain/compared-stores'
import { fromRows, toRows } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import { STORES } from '#domain/store-columns'
import type { FactStore } from '../../facts/store.ts'
import type { Compared } from './basis.ts'

export const NO_STORES: Frame = fromRows(STORES, [])

const PERIODS = ['comparing', 'reference'] as const

/** @param muted locals whose entries are not to be read: their data module is off */
export async function storeFrame(
  facts: Pick<FactStore, 'unpaired'>,
  { stores, question, basis }: Compared,
  muted: ReadonlySet<number>,
): Promise<Frame> {
  const unpaired = await facts.unpaired(question, { by: ['period', 'local'], measures: ['ins'] })
  const off = new Map(toRows(unpaired).map(([period, local, ins]) => [`${period} ${local}`, Number(ins ?? 0)]))
  const rows = stores.flatMap((store) => {
    const reason = leftOutReason(store, question.comparing, question.reference)
    return PERIODS.map((period) =>
      rowOf(store, period, reason, off.get(`${period} ${store.local}`) ?? 0, muted.has(store.local)),
    )
  })
  return { ...fromRows(STORES, rows), basis }
}

const NOTHING: StoreSide = {
  countedDays: 0,
  closedDays: 0,
  expected: 0,
  observed: 0,
  zero: 0,
  ins: null,
  hours: 0,
  unpairedHours: 0,
}

function rowOf(
  store: ComparedStore,
  period: (typeof PERIODS)[number],
  reason: string | null,
  unpairedIns: number,
  isMuted: boolean,
): Cell[] {
  const { ins, countedDays, closedDays, hours, unpairedHours, expected, observed } = store[period] ?? NOTHING
  const compared = reason === null && ins !== null ? ins - unpairedIns : 0
  const entries = ins === null || isMuted ? [null, null, null] : [ins, compared, ins - compared]
  return [period, store.local, reason, ...entries, countedDays, closedDays, hours, unpairedHours, expected, observed]
}

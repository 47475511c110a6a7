/** The public sets of the development data, with what their raw files say: for `npm run check:page`. */
import type { FrameJson } from '../schemas/generated/data/frame.ts'

type Ask = <T>(path: string) => Promise<T>
interface Days { readonly begin: string; readonly end: string }

export interface DataSet {
  readonly name: string
  readonly folder: string
  /** Its files in that folder. */
  readonly files: RegExp
  /** The preset for it; null: it has none. */
  readonly format: string | null
  /** Nothing but its preset says what its lines are. */
  readonly needsPreset?: boolean
  /** SQL over the raw columns, as text: what a sum is of. */
  readonly sums: Readonly<Record<string, string>>
  /** SQL: lines that count. */
  readonly where?: string
  /** What the product shows of it, by the names of `sums`. */
  readonly shown: (ask: Ask, client: number, days: Days) => Promise<Record<string, number>>
}


/** Sums of Compare over all days, every store and every kind of traffic. A question covers a year at most. */
const compared = (path: string, names: readonly string[]): DataSet['shown'] => async (ask, client, { begin, end }) => {
  const sums: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
  for (let year = Number(begin.slice(0, 4)); year <= Number(end.slice(0, 4)); year++) {
    const from = begin > `${year}-01-01` ? begin : `${year}-01-01`
    const to = end < `${year}-12-31` ? end : `${year}-12-31`
    const { columns, data } = await ask<FrameJson>(`/compare/metrics/${path}?client=${client}&p1Start=${from}&p1End=${to}&stores=all&traffic=all`)
    for (const name of names) for (const value of data[columns.findIndex(({ id }) => id === name)] ?? []) sums[name]! += Number(value ?? 0)
  }
  return sums
}

const number = (column: string) => `TRY_CAST(${column} AS BIGINT)`
const HOURLY = /^counts_hourly\.csv\.gz$/

export const DATA_SETS: readonly DataSet[] = [
  { name: 'melbourne', folder: 'melbourne-pedestrian', files: HOURLY, format: 'melbourne', sums: { ins: number('count') }, shown: compared('main/extended', ['ins']) },
  { name: 'leeds', folder: 'leeds-footfall', files: HOURLY, format: 'leeds', sums: { ins: number('count') }, shown: compared('main/extended', ['ins']) },
  { name: 'dublin', folder: 'dublin-footfall-2023', files: HOURLY, format: 'dublin', sums: { ins: number('"in"'), outs: number('"out"') }, shown: compared('exits', ['ins', 'outs']) },
  { name: 'seattle', folder: 'seattle-counters', files: HOURLY, format: 'seattle', sums: { ins: number('count') }, shown: compared('main/extended', ['ins']) },
  { name: 'calit2', folder: 'calit2-door', files: /^in_out_30min\.csv\.gz$/, format: 'calit2', sums: { ins: number('"in"'), outs: number('"out"') }, shown: compared('exits', ['ins', 'outs']) },
  { name: 'bmrcl', folder: 'bmrcl-metro', files: /^station_hourly\.csv\.gz$/, format: 'bmrcl', sums: { ins: number('entries'), outs: number('exits') }, shown: compared('exits', ['ins', 'outs']) },
  {
    name: 'online-retail', folder: 'online-retail-tickets', files: /^tickets\.csv\.gz$/, format: 'online-retail', needsPreset: true,
    // Returns and empty invoices are no tickets.
    where: 'amount::DOUBLE > 0 AND units::BIGINT >= 0', sums: { tickets: '1', units: number('units'), sales: 'round(amount::DOUBLE * 100)' },
    // Money is stored in cents and answered in its unit.
    shown: async (...asked) => {
      const { sales = 0, ...rest } = await compared('sales', ['tickets', 'units', 'sales'])(...asked)
      return { ...rest, sales: Math.round(sales * 100) }
    },
  },
]

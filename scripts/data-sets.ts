/** The public sets of the development data, with what their raw files say: for `npm run check:page`. */
import type { FrameJson } from '../schemas/generated/data/frame.ts'

type Ask = <T>(path: string) => Promise<T>
interface Days {
  readonly begin: string
  readonly end: string
}

export interface DataSet {
  readonly name: string
  readonly folder: string
  /** Its files in that folder. */
  readonly files: RegExp
  /** Files about their places, dropped with them. */
  readonly places?: readonly string[]
  /** The preset for it; null: it has none. */
  readonly format: string | null
  /** Nothing but its preset says what its lines are. */
  readonly needsPreset?: boolean
  /** SQL over the raw columns, as text: what a sum is of. */
  readonly sums: Readonly<Record<string, string>>
  /** SQL: lines that count. */
  readonly where?: string
  /** The figures that the product shows, by the names of `sums`. */
  readonly shown: (ask: Ask, client: number, days: Days) => Promise<Record<string, number>>
}

/** Sums of Compare over all days, every store and every kind of traffic. A question covers a year at most. */
const compared =
  (path: string, names: readonly string[]): DataSet['shown'] =>
  async (ask, client, { begin, end }) => {
    const sums: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
    for (let year = Number(begin.slice(0, 4)); year <= Number(end.slice(0, 4)); year++) {
      const from = begin > `${year}-01-01` ? begin : `${year}-01-01`
      const to = end < `${year}-12-31` ? end : `${year}-12-31`
      const { columns, data } = await ask<FrameJson>(
        `/compare/metrics/${path}?client=${client}&p1Start=${from}&p1End=${to}&stores=all&traffic=all`,
      )
      for (const name of names)
        for (const value of data[columns.findIndex(({ id }) => id === name)] ?? []) sums[name]! += Number(value ?? 0)
    }
    return sums
  }

/** The sum of the columns of one answer. */
const summed = async (ask: Ask, path: string, names: readonly string[]): Promise<Record<string, number>> => {
  const { columns, data } = await ask<FrameJson>(path)
  return Object.fromEntries(
    names.map((name) => [
      name,
      (data[columns.findIndex(({ id }) => id === name)] ?? []).reduce<number>(
        (sum, value) => sum + Number(value ?? 0),
        0,
      ),
    ]),
  )
}

/** Seconds of all rooms over all days, in minutes. */
const inside =
  (name: 'people' | 'presence', column: 'peopleS' | 'usedS'): DataSet['shown'] =>
  async (ask, client, { begin, end }) => {
    const { columns, data } = await ask<FrameJson>(`/occupancy/locals?client=${client}`)
    const rooms = data[columns.findIndex(({ id }) => id === 'local')] ?? []
    const sums = await summed(
      ask,
      `/occupancy/rooms?client=${client}&locals=${rooms.join(',')}&p1Start=${begin}&p1End=${end}`,
      [column],
    )
    return { [name]: sums[column]! / 60 }
  }

/** The figures of months, of every place. */
const monthly: DataSet['shown'] = async (ask, client) => {
  const { columns, data } = await ask<FrameJson>(`/monthly/places?client=${client}`)
  let figures = 0
  for (const place of data[columns.findIndex(({ id }) => id === 'place')] ?? [])
    figures += (
      await summed(ask, `/monthly/course?client=${client}&place=${encodeURIComponent(String(place))}`, ['oneMonth'])
    ).oneMonth!
  return { figures }
}

const number = (column: string) => `sum(TRY_CAST(${column} AS BIGINT))`
const HOURLY = /^counts_hourly\.csv\.gz$/

export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'melbourne',
    folder: 'melbourne-pedestrian',
    files: HOURLY,
    format: 'melbourne',
    sums: { ins: number('count') },
    shown: compared('main/extended', ['ins']),
  },
  {
    name: 'leeds',
    folder: 'leeds-footfall',
    files: HOURLY,
    format: 'leeds',
    sums: { ins: number('count') },
    shown: compared('main/extended', ['ins']),
  },
  {
    name: 'dublin',
    folder: 'dublin-footfall-2023',
    files: HOURLY,
    format: 'dublin',
    sums: { ins: number('"in"'), outs: number('"out"') },
    shown: compared('exits', ['ins', 'outs']),
  },
  {
    name: 'seattle',
    folder: 'seattle-counters',
    files: HOURLY,
    format: 'seattle',
    sums: { ins: number('count') },
    shown: compared('main/extended', ['ins']),
  },
  {
    name: 'calit2',
    folder: 'calit2-door',
    files: /^in_out_30min\.csv\.gz$/,
    format: 'calit2',
    sums: { ins: number('"in"'), outs: number('"out"') },
    shown: compared('exits', ['ins', 'outs']),
  },
  {
    name: 'bmrcl',
    folder: 'bmrcl-metro',
    files: /^station_hourly\.csv\.gz$/,
    format: 'bmrcl',
    sums: { ins: number('entries'), outs: number('exits') },
    shown: compared('exits', ['ins', 'outs']),
  },
  {
    name: 'online-retail',
    folder: 'online-retail-tickets',
    files: /^tickets\.csv\.gz$/,
    format: 'online-retail',
    needsPreset: true,
    // Returns and empty invoices are no tickets.
    where: 'amount::DOUBLE > 0 AND units::BIGINT >= 0',
    sums: { tickets: 'count(*)', units: number('units'), sales: 'sum(round(amount::DOUBLE * 100))' },
    // Money is stored in cents and answered in its unit.
    shown: async (...args) => {
      const { sales = 0, ...rest } = await compared('sales', ['tickets', 'units', 'sales'])(...args)
      return { ...rest, sales: Math.round(sales * 100) }
    },
  },
  {
    name: 'bmrcl-od',
    folder: 'bmrcl-metro',
    files: /^od_hourly\.csv\.gz$/,
    places: ['stations.csv'],
    format: 'bmrcl-od',
    sums: { trips: number('trips') },
    shown: (ask, client) => summed(ask, `/flows/pairs?client=${client}`, ['trips']),
  },
  {
    name: 'renfe',
    folder: 'renfe-rodalies-2018',
    files: /^station_halfhour\.csv\.gz$/,
    places: ['stations.csv'],
    format: 'renfe-rodalies',
    sums: { boardings: number('boardings'), alightings: number('alightings') },
    shown: (ask, client) => summed(ask, `/profile/stations?client=${client}`, ['boardings', 'alightings']),
  },
  {
    name: 'car-registrations',
    folder: 'car-registrations',
    files: /^monthly_by_brand\.csv\.gz$/,
    format: 'car-registrations',
    sums: { figures: number('registrations') },
    shown: monthly,
  },
  {
    name: 'sdu-rooms',
    folder: 'sdu-rooms',
    files: /^rooms_1min\.csv\.gz$/,
    places: ['rooms.csv'],
    format: 'sdu-rooms',
    sums: { people: number('occupants') },
    shown: inside('people', 'peopleS'),
  },
  {
    name: 'uci-office',
    folder: 'uci-office-occupancy',
    files: /^office_1min(_b)?\.csv\.gz$/,
    format: 'uci-office',
    sums: {
      presence:
        "count(DISTINCT CASE WHEN occupied = '1' THEN date_trunc('minute', ts_local::TIMESTAMP + INTERVAL 30 " +
        'SECOND) END)',
    },
    shown: inside('presence', 'usedS'),
  },
]

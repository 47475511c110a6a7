/**
 * The named sources a layout may ask. A name becomes a call and its answer a frame in a worker; a layout can name no
 * path. Fetching and opening are handed in, so that tests and stories run the same registry on fixtures.
 */
import type { Column, Frame } from '#domain/frame'
import { fromRows } from '#domain/frame-build'
import {
  FIGURE_CLIENTS,
  FLOW_DAYS,
  FLOW_HOURS,
  FLOW_PAIRS,
  FLOW_STATIONS,
  MONTHS,
  MONTHLY_COURSE,
  MONTHLY_ITEMS,
  MONTHLY_PLACES,
  MONTHLY_SUMMARY,
  PROFILE_SLOTS,
  PROFILE_STATIONS,
} from '#domain/figure-columns'
import { HOLIDAYS } from '#domain/holiday-columns'
import {
  OCCUPANCY_CLIENTS,
  OCCUPANCY_HOURS,
  OCCUPANCY_LEVELS,
  OCCUPANCY_LOCALS,
  OCCUPANCY_MINUTES,
  OCCUPANCY_NOW,
  OCCUPANCY_ROOMS,
} from '#domain/occupancy-columns'
import { isNoData } from '#domain/access'
import { dayNumber, isoDay } from '#domain/periods'
import { DAYS } from '#domain/day-columns'
import { LOCAL_GROUPS } from '#domain/local-group-columns'
import { STORE_CHOICES } from '#domain/basis'
import { STORES } from '#domain/store-columns'
import { TRAFFIC_CHOICES } from '#domain/traffic-kinds'
import { TRAFFIC_DIMENSIONS, TRAFFIC_FIGURES } from '#domain/traffic-question'
import type { FrameRef, SourceArg, SourceCost, SourceDefinition, SourceRegistry } from '#engine/types'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import { trafficColumns } from './traffic-columns.ts'
import { STATUS_SUMMARY, WORKDAYS } from './status-columns.ts'
import {
  CAPCONV,
  EXITS_BY_DAY,
  EXITS_BY_HOUR,
  HOURS,
  INS,
  MAIN,
  REPETITIONS_BY_DAY,
  REPETITIONS_BY_LOCAL,
  SALES,
  TRAFFIC,
} from './compare-columns.ts'

/** The calls behind the sources, as `src/api` makes them. */
export interface SourceCalls {
  /** GET of a frame: bytes as they came. */
  frame(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ bytes: ArrayBuffer; contentType: string; asOf: number | null }>
  /** The cost of a query of traffic; left out where it is not needed. */
  cost?(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<SourceCost>
  clients(signal: AbortSignal): Promise<readonly Client[]>
  locals(client: number, signal: AbortSignal): Promise<readonly Local[]>
  /** Those that were in business on a day, YYYY-MM-DD. */
  activeLocals(client: number, workday: string, signal: AbortSignal): Promise<readonly Local[]>
  campaigns(signal: AbortSignal): Promise<readonly Campaign[]>
  /**
   * Decodes where the frame will be used and keeps it there; `bytes` are given away. `ahead`: steps that will be asked
   * of it.
   */
  open(
    bytes: Uint8Array,
    contentType: string,
    asOf?: number,
    ahead?: readonly (readonly unknown[])[],
  ): Promise<FrameRef>
  /** Keeps a frame that was made in the page. */
  adopt(frame: Frame): Promise<FrameRef>
}

const TIMEOUT_MS = 300_000
/** Lists of clients and stores (spec 2, section 9); figures are fresh for the hour that the engine gives them. */
const LIST_FRESH_MS = 1_800_000

/** Locals that Compare offers: the server has a sentinel for them, so the figures need not wait for the list. */
const SHOWN_LOCALS = {
  word: 'shown',
  source: 'locals.byClient',
  args: ['client'],
  transform: [{ op: 'filter', where: { hideFootCompare: { ne: true } } }],
  hideNoData: true,
}

const PERIOD_ARGS: Readonly<Record<string, SourceArg>> = {
  client: { type: 'id', required: true },
  locals: { type: 'ids', required: true, all: SHOWN_LOCALS },
  p1Start: { type: 'date', required: true },
  p1End: { type: 'date', required: true },
  p2Start: { type: 'date' },
  p2End: { type: 'date' },
  stores: { type: 'text', words: { of: STORE_CHOICES } },
  traffic: { type: 'text', words: { of: TRAFFIC_CHOICES } },
  estimates: { type: 'text', words: { of: ['none', 'with'] } },
}

/** Further arguments of a general traffic query. */
const TRAFFIC_ARGS: Readonly<Record<string, SourceArg>> = {
  ...PERIOD_ARGS,
  p1Start: { type: 'date', requiredWithout: 'year' },
  p1End: { type: 'date', requiredWithout: 'year' },
  year: { type: 'number' },
  by: { type: 'text', shapes: true, usual: 'day', words: { of: TRAFFIC_DIMENSIONS, isList: true } },
  measures: { type: 'text', shapes: true, usual: 'ins', words: { of: TRAFFIC_FIGURES, isList: true } },
  types: { type: 'text' },
  groups: { type: 'ids' },
}

const text = (id: string): Column => ({ id, type: 'text', role: 'dim' })
const int = (id: string): Column => ({ id, type: 'int', role: 'dim', unit: 'id' })
const flag = (id: string): Column => ({ id, type: 'boolean', role: 'dim' })
const degrees = (id: string): Column => ({ id, type: 'float', role: 'dim' })
const day = (id: string): Column => ({ id, type: 'day', role: 'dim' })

const CLIENTS = [int('id'), text('name'), text('type')]
const LOCALS = [
  int('id'),
  text('name'),
  text('code'),
  int('client'),
  text('type'),
  flag('enabled'),
  flag('hideFootCompare'),
  flag('noData'),
  text('timeZone'),
  degrees('lat'),
  degrees('lng'),
]
const CAMPAIGNS = [int('id'), text('name'), int('client'), day('begin'), day('end')]

const STATUS_ARGS: Readonly<Record<string, SourceArg>> = {
  client: { type: 'id', required: true },
  locals: { type: 'ids', required: true },
  begin: { type: 'date' },
  end: { type: 'date' },
  date: { type: 'date' },
  versus: { type: 'text', words: { of: ['yesterday', 'lastWeek'] } },
}
const OCCUPANCY_ARGS: Readonly<Record<string, SourceArg>> = {
  client: { type: 'id', required: true },
  locals: { type: 'ids', required: true },
}
const LEVEL_ARGS: Readonly<Record<string, SourceArg>> = {
  ...OCCUPANCY_ARGS,
  begin: { type: 'date', required: true },
  end: { type: 'date', required: true },
  by: { type: 'text', shapes: true, words: { of: ['quarter', 'hour'] } },
}
const CLIENT: SourceArg = { type: 'id', required: true }
const FLOW_ARGS: Readonly<Record<string, SourceArg>> = {
  client: CLIENT,
  begin: { type: 'date' },
  end: { type: 'date' },
  months: { type: 'ids' },
  local: { type: 'id' },
  from: { type: 'id' },
  to: { type: 'id' },
}
const PROFILE_ARGS: Readonly<Record<string, SourceArg>> = { client: CLIENT, locals: { type: 'ids' } }
const MONTH_ARGS: Readonly<Record<string, SourceArg>> = {
  client: CLIENT,
  place: { type: 'text' },
  end: { type: 'date' },
}

const OCCUPANCY_PERIOD_ARGS: Readonly<Record<string, SourceArg>> = {
  ...OCCUPANCY_ARGS,
  p1Start: { type: 'date', required: true },
  p1End: { type: 'date', required: true },
  p2Start: { type: 'date' },
  p2End: { type: 'date' },
  stores: { type: 'text', words: { of: STORE_CHOICES } },
}
/** The days that end with one, because a layout can count no days back. */
const SUMMARY_ARGS: Readonly<Record<string, SourceArg>> = {
  client: { type: 'id', required: true },
  locals: { type: 'ids', required: true },
  end: { type: 'date', required: true },
  days: { type: 'number', required: true, usual: 30 },
}
const MAX_DAYS = 366

const localRows = (locals: readonly Local[]): Frame =>
  fromRows(
    LOCALS,
    locals.map((local) => [
      local.id,
      local.name,
      local.code,
      local.client,
      local.type,
      local.enabled,
      local.additionalInformation.hideFootCompare === true,
      isNoData(local),
      local.timeZone,
      local.geo.lat,
      local.geo.lng,
    ]),
  )

/** Arguments as a query string: lists joined by commas, what is unset left out. */
function queryOf(args: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(args).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)]),
  )
}

function makersOf(calls: SourceCalls) {
  const frame = (
    name: string,
    path: string,
    columns: readonly Column[],
    args: Readonly<Record<string, SourceArg>>,
    query: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  ): SourceDefinition => ({
    name,
    columns,
    args,
    timeoutMs: TIMEOUT_MS,
    lane: 'widget',
    async load(given, { signal, ahead, arrived }) {
      const { bytes, contentType, asOf } = await calls.frame(path, queryOf(query(given)), signal)
      arrived?.()
      return calls.open(new Uint8Array(bytes), contentType, asOf ?? undefined, ahead)
    },
  })
  const list = (
    name: string,
    columns: readonly Column[],
    args: Readonly<Record<string, SourceArg>>,
    load: (args: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Frame>,
  ): SourceDefinition => ({
    name,
    columns,
    args,
    timeoutMs: TIMEOUT_MS,
    lane: 'store',
    freshMs: LIST_FRESH_MS,
    async load(given, { signal, arrived }) {
      const rows = await load(given, signal)
      arrived?.()
      return calls.adopt(rows)
    },
  })
  return { frame, list }
}
type Makers = ReturnType<typeof makersOf>

const lists = ({ list }: Makers, calls: SourceCalls): readonly SourceDefinition[] => [
  list('clients.list', CLIENTS, {}, async (_args, signal) =>
    fromRows(
      CLIENTS,
      (await calls.clients(signal)).map(({ id, name, type }) => [id, name, type]),
    ),
  ),
  list('locals.byClient', LOCALS, { client: { type: 'id', required: true } }, async ({ client }, signal) =>
    localRows(await calls.locals(Number(client), signal)),
  ),
  list(
    'locals.active',
    LOCALS,
    { client: { type: 'id', required: true }, workday: { type: 'date', required: true } },
    async ({ client, workday }, signal) => localRows(await calls.activeLocals(Number(client), String(workday), signal)),
  ),
  list('campaigns.list', CAMPAIGNS, { client: { type: 'id' } }, async ({ client }, signal) =>
    fromRows(
      CAMPAIGNS,
      (await calls.campaigns(signal))
        .filter((campaign) => client === undefined || campaign.client === Number(client))
        .map(({ id, name, client: of, begin, end }) => [id, name, of, dayNumber(begin), dayNumber(end)]),
    ),
  ),
]

const status = ({ frame }: Makers): readonly SourceDefinition[] => [
  frame('footscans.workday', '/monitoring/footscans/workday', WORKDAYS, STATUS_ARGS, (args) => args),
  frame(
    'footscans.summary',
    '/monitoring/footscans/summary',
    STATUS_SUMMARY,
    SUMMARY_ARGS,
    ({ days, end, ...args }) => ({
      ...args,
      begin: isoDay(dayNumber(String(end)) - Math.max(1, Math.min(MAX_DAYS, Number(days))) + 1),
      end,
    }),
  ),
]

const minutes = ({ frame }: Makers): readonly SourceDefinition[] => [
  {
    ...frame('occupancy.now', '/occupancy/now', OCCUPANCY_NOW, OCCUPANCY_ARGS, (args) => args),
    refreshS: 15,
    freshMs: 15_000,
  },
  {
    ...frame('occupancy.minutes', '/occupancy/minutes', OCCUPANCY_MINUTES, OCCUPANCY_ARGS, (args) => args),
    refreshS: 60,
    freshMs: 60_000,
  },
  frame('occupancy.levels', '/occupancy/levels', OCCUPANCY_LEVELS, LEVEL_ARGS, (args) => args),
]

const figures = ({ frame }: Makers): readonly SourceDefinition[] => [
  {
    ...frame(
      'figures.clients',
      '/figures/clients',
      FIGURE_CLIENTS,
      { kind: { type: 'text', required: true, usual: 'flows', words: { of: ['flows', 'profile', 'monthly'] } } },
      (args) => args,
    ),
    lane: 'store' as const,
  },
  { ...frame('flows.months', '/flows/months', MONTHS, { client: CLIENT }, (args) => args), lane: 'store' as const },
  frame('flows.pairs', '/flows/pairs', FLOW_PAIRS, FLOW_ARGS, (args) => args),
  frame('flows.stations', '/flows/stations', FLOW_STATIONS, FLOW_ARGS, (args) => args),
  frame('flows.hours', '/flows/hours', FLOW_HOURS, FLOW_ARGS, (args) => args),
  frame('flows.days', '/flows/days', FLOW_DAYS, FLOW_ARGS, (args) => args),
  frame('profile.slots', '/profile/slots', PROFILE_SLOTS, PROFILE_ARGS, (args) => args),
  frame('profile.stations', '/profile/stations', PROFILE_STATIONS, PROFILE_ARGS, (args) => args),
  {
    ...frame('monthly.places', '/monthly/places', MONTHLY_PLACES, { client: CLIENT }, (args) => args),
    lane: 'store' as const,
  },
  {
    ...frame('monthly.months', '/monthly/months', MONTHS, { client: CLIENT, place: { type: 'text' } }, (args) => args),
    lane: 'store' as const,
  },
  frame('monthly.course', '/monthly/course', MONTHLY_COURSE, MONTH_ARGS, (args) => args),
  frame('monthly.summary', '/monthly/summary', MONTHLY_SUMMARY, MONTH_ARGS, (args) => args),
  frame('monthly.items', '/monthly/items', MONTHLY_ITEMS, MONTH_ARGS, (args) => args),
]

const occupancy = ({ frame }: Makers): readonly SourceDefinition[] => [
  frame('occupancy.hours', '/occupancy/hours', OCCUPANCY_HOURS, OCCUPANCY_PERIOD_ARGS, (args) => args),
  frame('occupancy.rooms', '/occupancy/rooms', OCCUPANCY_ROOMS, OCCUPANCY_PERIOD_ARGS, (args) => args),
  {
    ...frame('occupancy.clients', '/occupancy/clients', OCCUPANCY_CLIENTS, {}, (args) => args),
    lane: 'store' as const,
    freshMs: LIST_FRESH_MS,
  },
  // Beside the list of locals, which filters wait for.
  {
    ...frame(
      'occupancy.locals',
      '/occupancy/locals',
      OCCUPANCY_LOCALS,
      { client: { type: 'id', required: true } },
      (args) => args,
    ),
    lane: 'store' as const,
    freshMs: LIST_FRESH_MS,
  },
]

function comparisons({ frame }: Makers): readonly SourceDefinition[] {
  const compare = (name: string, path: string, columns: readonly Column[]) =>
    frame(name, path, columns, PERIOD_ARGS, (args) => args)
  return [
    compare('compare.mainExtended', '/compare/metrics/main/extended', MAIN),
    compare('compare.capconv', '/compare/capconv/all', CAPCONV),
    compare('compare.hour', '/compare/metrics/main/hour', HOURS),
    compare('compare.ins', '/compare/metrics/ins', INS),
    compare('compare.repetitions', '/compare/metrics/repetitions', REPETITIONS_BY_DAY),
    compare('compare.repetitionsLocal', '/compare/metrics/repetitions/local', REPETITIONS_BY_LOCAL),
    compare('compare.exits', '/compare/metrics/exits', EXITS_BY_DAY),
    compare('compare.exitsHour', '/compare/metrics/exits/hour', EXITS_BY_HOUR),
    compare('compare.sales', '/compare/metrics/sales', SALES),
    compare('compare.holidays', '/compare/holidays', HOLIDAYS),
    compare('compare.stores', '/compare/stores', STORES),
    compare('compare.days', '/compare/days', DAYS),
  ]
}

/** A year represents its days. */
const trafficArgs = ({ year, ...args }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof year !== 'number' ? args : { ...args, p1Start: `${year}-01-01`, p1End: `${year}-12-31` }

/** The list of a filter by group. */
const localGroups = ({ frame }: Makers): SourceDefinition => ({
  ...frame('localGroups.byClient', '/traffic/groups', LOCAL_GROUPS, { client: CLIENT }, (args) => args),
  lane: 'store',
  freshMs: LIST_FRESH_MS,
})

function traffic({ frame }: Makers, calls: SourceCalls): SourceDefinition {
  const { cost } = calls
  return {
    ...frame('traffic', '/traffic', TRAFFIC, TRAFFIC_ARGS, trafficArgs),
    answers: trafficColumns,
    overlaps: ['group'],
    ...(cost && { cost: (args, signal) => cost(queryOf(trafficArgs(args)), signal) }),
  }
}

export function createSources(calls: SourceCalls): SourceRegistry {
  const makers = makersOf(calls)
  const all = [
    ...lists(makers, calls),
    ...status(makers),
    ...minutes(makers),
    ...figures(makers),
    ...occupancy(makers),
    ...comparisons(makers),
    localGroups(makers),
    traffic(makers, calls),
  ]
  return new Map(all.map((source) => [source.name, source]))
}

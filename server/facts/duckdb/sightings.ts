/**
 * Presence in the fact store: sightings in, hours of the traffic out, inside the transaction of the caller. Sessions
 * are worked out again from all sightings of the visitors and days that were touched, so the order of arrival never
 * matters.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { StagedSightings, TouchedDay } from '../readings.ts'
import { ingestGroup } from './ingest-group.ts'
import { createBatch, type TrafficBatch } from '../batch.ts'
import { NULL, type AtomColumn } from '../columns.ts'
import { businessDayAt, businessDayStart } from '../visits/business-day.ts'
import { hoursOf, type PresenceHour, type Visit } from '../visits/hours.ts'
import { SESSION_KIND, sessionsOf, type Session, type SessionKind, type Sighting } from '../visits/sessions.ts'
import type { PresenceSettings } from '../visits/settings.ts'
import type { SightingColumns, PresenceContext } from '../presence.ts'

export interface PresenceResult {
  /**
   * Hours of the traffic as they are now, to be merged by the caller (ingest-group.ts). Every atom but tickets is
   * reported.
   */
  readonly batch: TrafficBatch
  /** Sightings that were not known. */
  readonly accepted: number
}

/** No edge of a repetition range may be later. */
const WINDOW_DAYS = 730
const QUARTER_MS = 900_000

/** Stores sightings, once each, and works out again what they touch. */
export async function ingestSightings(
  connection: DuckDBConnection,
  rows: SightingColumns,
  context: PresenceContext,
): Promise<PresenceResult> {
  await stage(connection, rows)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE presence_fresh AS SELECT DISTINCT * FROM presence_staging
      ANTI JOIN sighting USING (device, visitor, firstAt, lastAt, rssi)`,
  )
  const { rowsChanged: accepted } = await connection.run('INSERT INTO sighting BY NAME FROM presence_fresh')
  if (accepted === 0) return { batch: createBatch(0), accepted }
  const fresh = await rowsOf(
    connection,
    'SELECT DISTINCT client, local, visitor, CAST(firstAt AS DOUBLE), CAST(lastAt AS DOUBLE) FROM presence_fresh',
  )
  const settings = await context.settingsOf([...new Set(fresh.map((row) => Number(row[1])))])
  const touched = new Map<string, Touched>()
  for (const [client, local, visitor, first, last] of fresh) {
    const rules = settings.get(Number(local))
    if (rules)
      touch(
        touched,
        { client: Number(client), local: Number(local), visitor: visitor as bigint },
        Number(first),
        Number(last),
        rules,
      )
  }
  return { batch: await rework(connection, [...touched.values()], context), accepted }
}

/** Takes sightings in and merges the hours they make into the traffic. */
export async function takeSightings(
  connection: DuckDBConnection,
  { columns, context, cause }: StagedSightings,
  nowMs: number,
): Promise<{ readonly accepted: number; readonly days: readonly TouchedDay[] }> {
  const { batch, accepted } = await ingestSightings(connection, columns, context)
  if (batch.length > 0) await ingestGroup(connection, [{ batch, unfit: NONE, cause }], nowMs)
  const days = new Map(
    Array.from({ length: batch.length }, (_, i) => [
      `${batch.local[i]} ${batch.day[i]}`,
      { local: batch.local[i]!, day: batch.day[i]! },
    ]),
  )
  return { accepted, days: [...days.values()] }
}

const NONE: ReadonlySet<number> = new Set()

/**
 * Works out again whole business days of a local, after its settings changed for example. Days without kept sightings
 * stay as they are.
 */
export async function recompute(
  connection: DuckDBConnection,
  { client, local, days }: { client: number; local: number; days: readonly number[] },
  context: PresenceContext,
): Promise<TrafficBatch> {
  const rules = (await context.settingsOf([local])).get(local)
  if (!rules) return createBatch(0)
  const touched: Touched[] = []
  for (const day of new Set(days)) {
    const [lo, hi] = [businessDayStart(rules, day), businessDayStart(rules, day + 1)]
    const visitors = await rowsOf(
      connection,
      'SELECT DISTINCT visitor FROM sighting WHERE client = $1 AND local = $2 AND firstAt < $4 AND lastAt >= $3',
      [client, local, BigInt(lo), BigInt(hi)],
    )
    for (const [visitor] of visitors) touched.push({ client, local, visitor: visitor as bigint, day, lo, hi })
  }
  return rework(connection, touched, context)
}

interface Touched {
  readonly client: number
  readonly local: number
  readonly visitor: bigint
  /** Business day, and its first instant and that of the next. */
  readonly day: number
  readonly lo: number
  readonly hi: number
}

function touch(
  touched: Map<string, Touched>,
  owner: Pick<Touched, 'client' | 'local' | 'visitor'>,
  first: number,
  last: number,
  rules: PresenceSettings,
) {
  for (let day = businessDayAt(rules, first); ; day += 1) {
    const [lo, hi] = [businessDayStart(rules, day), businessDayStart(rules, day + 1)]
    if (hi > lo) touched.set(`${owner.local} ${owner.visitor} ${day}`, { ...owner, day, lo, hi })
    if (last < hi) return
  }
}

async function rework(
  connection: DuckDBConnection,
  touched: readonly Touched[],
  context: PresenceContext,
): Promise<TrafficBatch> {
  if (touched.length === 0) return createBatch(0)
  await stageTouched(connection, touched)
  const settings = await context.settingsOf([...new Set(touched.map(({ local }) => local))])
  const seen = await replaceSessions(connection, touched, settings)
  const days = await affectedDays(connection, touched)
  const others = await context.settingsOf([...days.keys()])
  const hours: { client: number; local: number; hours: readonly PresenceHour[] }[] = []
  for (const [local, { client, days: ofLocal }] of days) {
    const rules = others.get(local)
    if (rules)
      hours.push({
        client,
        local,
        hours: await hoursOfDays(connection, client, local, [...ofLocal], rules, seen.get(local) ?? []),
      })
  }
  for (const table of ['presence_touched', 'presence_changed', 'presence_days'])
    await connection.run(`DROP TABLE IF EXISTS temp.${table}`)
  return batchOf(hours)
}

/**
 * Deletes and writes the sessions of the touched visitors and days. Returns the hours in which they were sighted, by
 * local.
 */
async function replaceSessions(
  connection: DuckDBConnection,
  touched: readonly Touched[],
  settings: ReadonlyMap<number, PresenceSettings>,
) {
  const rows = await rowsOf(
    connection,
    `
    SELECT DISTINCT s.local, s.visitor, s.random, s.area, CAST(s.firstAt AS DOUBLE), CAST(s.lastAt AS DOUBLE), s.rssi
    FROM sighting s JOIN presence_touched t ON t.client = s.client AND t.local = s.local AND t.visitor = s.visitor
      AND s.firstAt < t.hi AND s.lastAt >= t.lo`,
  )
  const byLocal = Map.groupBy(rows, (row) => Number(row[0]))
  const seen = new Map<number, { area: number; at: number }[]>()
  const sessions: (Session & { client: number; local: number })[] = []
  for (const [local, ofLocal] of Map.groupBy(touched, (one) => one.local)) {
    const rules = settings.get(local)
    if (!rules) continue
    const sightings = (byLocal.get(local) ?? []).map((row): Sighting => ({
      visitor: row[1] as bigint,
      random: Number(row[2]) === 1,
      area: Number(row[3]),
      first: Number(row[4]),
      last: Number(row[5]),
      rssi: Number(row[6]),
    }))
    const wanted = new Set(ofLocal.map(({ visitor, day }) => `${visitor} ${day}`))
    for (const session of sessionsOf(sightings, rules))
      if (wanted.has(`${session.visitor} ${session.day}`))
        sessions.push({ ...session, client: ofLocal[0]!.client, local })
    seen.set(local, sightedHours(sightings, ofLocal))
  }
  await noteChanges(connection, sessions)
  await connection.run(
    `DELETE FROM visit_session v USING presence_touched t WHERE v.client = t.client AND v.local = t.local
      AND v.visitor = t.visitor AND v.day = t.day`,
  )
  await appendRows(
    connection,
    'visit_session',
    null,
    sessions,
    (to, { client, local, area, visitor, random, day, kind, at, first, last, stayS }) => {
      for (const value of [client, local, area]) to.appendInteger(value)
      to.appendUBigInt(visitor)
      to.appendTinyInt(random ? 1 : 0)
      to.appendInteger(day)
      to.appendTinyInt(SESSION_KIND[kind])
      for (const value of [at, first, last]) to.appendBigInt(BigInt(value))
      to.appendInteger(stayS)
    },
  )
  return seen
}

/** Every hour in which a touched visitor was sighted on a touched day: it was counted, also when it counts 0 now. */
function sightedHours(sightings: readonly Sighting[], touched: readonly Touched[]): { area: number; at: number }[] {
  const daysOf = Map.groupBy(touched, ({ visitor }) => visitor)
  const sighted = new Map<string, { area: number; at: number }>()
  for (const { visitor, area, first, last } of sightings) {
    for (const { lo, hi } of daysOf.get(visitor) ?? []) {
      // Civil hours begin at quarters of an hour everywhere.
      for (
        let quarter = Math.floor(Math.max(first, lo) / QUARTER_MS);
        quarter <= Math.floor(Math.min(last, hi - 1) / QUARTER_MS);
        quarter += 1
      ) {
        sighted.set(`${area} ${quarter}`, { area, at: Math.max(quarter * QUARTER_MS, lo) })
      }
    }
  }
  return [...sighted.values()]
}

/**
 * Notes identified visitors who did not visit on a day and now do, or the other way round: their later visits repeat
 * otherwise.
 */
async function noteChanges(
  connection: DuckDBConnection,
  sessions: readonly (Session & { client: number; local: number })[],
) {
  const keyOf = (client: number, local: number, visitor: bigint, day: number) => `${client} ${local} ${visitor} ${day}`
  const before = await rowsOf(
    connection,
    `SELECT DISTINCT v.client, v.local, v.visitor, v.day FROM visit_session v
      JOIN presence_touched t USING (client, local, visitor, day) WHERE v.kind = ${SESSION_KIND.visit}
      AND v.random = 0`,
  )
  const had = new Map(
    before.map((row) => [
      keyOf(Number(row[0]), Number(row[1]), row[2] as bigint, Number(row[3])),
      { client: Number(row[0]), visitor: row[2] as bigint, day: Number(row[3]) },
    ]),
  )
  const have = new Map(
    sessions
      .filter(({ kind, random }) => kind === 'visit' && !random)
      .map(({ client, local, visitor, day }) => [keyOf(client, local, visitor, day), { client, visitor, day }]),
  )
  const changed = [...[...had].filter(([key]) => !have.has(key)), ...[...have].filter(([key]) => !had.has(key))].map(
    ([, visit]) => visit,
  )
  await connection.run('CREATE OR REPLACE TEMP TABLE presence_changed (client INTEGER, visitor UBIGINT, day INTEGER)')
  await appendRows(connection, 'presence_changed', 'temp', changed, (to, { client, visitor, day }) => {
    to.appendInteger(client)
    to.appendUBigInt(visitor)
    to.appendInteger(day)
  })
}

/** The touched days of each local, and later days on which a changed visitor came again, at any local of the client. */
async function affectedDays(connection: DuckDBConnection, touched: readonly Touched[]) {
  const days = new Map<number, { client: number; days: Set<number> }>()
  const add = (client: number, local: number, day: number) => {
    const found = days.get(local)
    if (found) found.days.add(day)
    else days.set(local, { client, days: new Set([day]) })
  }
  for (const { client, local, day } of touched) add(client, local, day)
  const later = await rowsOf(
    connection,
    `
    SELECT DISTINCT v.client, v.local, v.day FROM visit_session v JOIN presence_changed c ON c.client = v.client
      AND c.visitor = v.visitor AND v.day > c.day AND v.day <= c.day + ${WINDOW_DAYS}
    WHERE v.kind = ${SESSION_KIND.visit} AND v.random = 0`,
  )
  for (const [client, local, day] of later) add(Number(client), Number(local), Number(day))
  return days
}

async function hoursOfDays(
  connection: DuckDBConnection,
  client: number,
  local: number,
  days: readonly number[],
  rules: PresenceSettings,
  seen: readonly { area: number; at: number }[],
): Promise<PresenceHour[]> {
  await connection.run('CREATE OR REPLACE TEMP TABLE presence_days (day INTEGER)')
  await appendRows(connection, 'presence_days', 'temp', days, (to, day) => to.appendInteger(day))
  const rows = await rowsOf(
    connection,
    `SELECT visitor, random, area, day, kind, CAST("at" AS DOUBLE), CAST(firstAt AS DOUBLE), CAST(lastAt AS DOUBLE),
      stayS FROM visit_session SEMI JOIN presence_days USING (day) WHERE client = $1 AND local = $2`,
    [client, local],
  )
  const sessions = rows.map((row): Session => ({
    visitor: row[0] as bigint,
    random: Number(row[1]) === 1,
    area: Number(row[2]),
    day: Number(row[3]),
    kind: KINDS[Number(row[4])]!,
    at: Number(row[5]),
    first: Number(row[6]),
    last: Number(row[7]),
    stayS: Number(row[8]),
  }))
  const window = rules.repetitionEdgesDays.at(-1) ?? 0
  const earlier = await rowsOf(
    connection,
    `
    SELECT DISTINCT h.visitor, h.local, h.day FROM visit_session h
    SEMI JOIN (SELECT visitor FROM visit_session SEMI JOIN presence_days USING (day) WHERE client = $1 AND local = $2
      AND kind = ${SESSION_KIND.visit} AND random = 0) v ON v.visitor = h.visitor
    WHERE h.client = $1 AND h.kind = ${SESSION_KIND.visit} AND h.random = 0 AND h.day >= $3 AND h.day < $4`,
    [client, local, Math.min(...days) - window, Math.max(...days)],
  )
  const history = earlier.map((row): Visit => ({
    visitor: row[0] as bigint,
    local: Number(row[1]),
    day: Number(row[2]),
  }))
  return hoursOf(sessions, history, rules, seen)
}

const KINDS = Object.keys(SESSION_KIND) as SessionKind[]

function batchOf(locals: readonly { client: number; local: number; hours: readonly PresenceHour[] }[]): TrafficBatch {
  const batch = createBatch(locals.reduce((total, { hours }) => total + hours.length, 0))
  for (const { client, local, hours } of locals) {
    for (const { area, day, hour, fold, instant, atoms } of hours) {
      const i = batch.length
      batch.client[i] = client
      batch.local[i] = local
      batch.area[i] = area
      batch.day[i] = day
      batch.hour[i] = hour
      batch.fold[i] = fold
      batch.instant[i] = instant
      batch.tickets[i] = NULL
      for (const atom in atoms) batch[atom as AtomColumn][i] = atoms[atom as keyof typeof atoms]
      batch.length += 1
    }
  }
  return batch
}

async function stage(connection: DuckDBConnection, rows: SightingColumns) {
  await connection.run('CREATE OR REPLACE TEMP TABLE presence_staging AS FROM sighting LIMIT 0')
  await appendRows(
    connection,
    'presence_staging',
    'temp',
    Array.from({ length: rows.length }, (_, i) => i),
    (to, i) => {
      for (const column of [rows.client, rows.local, rows.area, rows.device]) to.appendInteger(column[i]!)
      to.appendUBigInt(rows.visitor[i]!)
      to.appendTinyInt(rows.random[i]!)
      to.appendBigInt(BigInt(Math.round(rows.first[i]!)))
      to.appendBigInt(BigInt(Math.round(rows.last[i]!)))
      to.appendInteger(rows.rssi[i]!)
    },
  )
}

async function stageTouched(connection: DuckDBConnection, touched: readonly Touched[]) {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE presence_touched (client INTEGER, local INTEGER, visitor UBIGINT, day INTEGER,
      lo BIGINT, hi BIGINT)`,
  )
  await appendRows(connection, 'presence_touched', 'temp', touched, (to, { client, local, visitor, day, lo, hi }) => {
    to.appendInteger(client)
    to.appendInteger(local)
    to.appendUBigInt(visitor)
    to.appendInteger(day)
    to.appendBigInt(BigInt(lo))
    to.appendBigInt(BigInt(hi))
  })
}

type Appender = Awaited<ReturnType<DuckDBConnection['createAppender']>>

async function appendRows<T>(
  connection: DuckDBConnection,
  table: string,
  catalog: string | null,
  rows: readonly T[],
  append: (to: Appender, row: T) => void,
) {
  const appender = await connection.createAppender(table, null, catalog)
  try {
    for (const row of rows) {
      append(appender, row)
      appender.endRow()
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

async function rowsOf(
  connection: DuckDBConnection,
  sql: string,
  params: (number | bigint)[] = [],
): Promise<unknown[][]> {
  return (await connection.run(sql, params)).getRows()
}

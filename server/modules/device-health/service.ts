/** How each footscan is, now and on every workday. */
import { dayNumber, isoDay, todayIn } from '#domain/days'
import { DomainError } from '#domain/domain-error'
import { isHealthReason, statusOf, statusOfAll } from '#domain/device-status'
import type { DeviceStatus, HealthReason } from '#domain/device-status'
import type { FootscanWorkdayQuery } from '#schemas/generated/api/footscan-workday-query.ts'
import type { FootscanState } from '#schemas/generated/entities/footscan-state.ts'
import type { LocalStatus } from '#schemas/generated/entities/local-status.ts'
import type { Clock } from '../../lib/clock.ts'
import { chosenLocals, localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/service.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import { evaluator, type Again } from './evaluate.ts'
import { FOLLOW_DAYS, SUMMARY_COLUMNS, summarySql, WORKDAY_COLUMNS, workdaySql, withFootscans } from './frames.ts'
import type { DeviceHealthRepo } from './repo.ts'
import { REASON_CODES } from '../../facts/duckdb/device-day.ts'

/** A footscan as it stands now, in the eyes of the last evaluation. */
export interface DeviceState {
  readonly footscan: number
  readonly mac: string
  /** '' when it was given none. */
  readonly name: string
  readonly area: number
  readonly local: number
  readonly client: number
  readonly status: DeviceStatus
  /** Why it is down, or what is odd about one that is up. */
  readonly reason: HealthReason | null
  /** Epoch ms from which it is down; null = it is not, or nobody knows since when. */
  readonly since: number | null
  /** Epoch ms of the last word that arrived. */
  readonly lastAt: number | null
}

export interface DeviceHealth {
  /** Every expected footscan of a client, or of all clients of the scope, by id. Throws CLIENT_NOT_FOUND. */
  current(scope: Scope, wanted?: { client?: number }): Promise<DeviceState[]>
  /** Judges today again, and the days that got late data since the last run; the whole history at the first run. */
  evaluate(): Promise<{ days: number }>
  /** Has days judged again at the next run, after a change of opening hours or holidays. */
  again(what: Again): void
}

/** Days of one question: a year and a day. */
const STATUS_MAX_DAYS = 366

interface Parts {
  facts: SqlFactStore
  repo: DeviceHealthRepo
  clients: ClientService
  locals: LocalService
  clock: Clock
}

export function deviceHealthService({ facts, repo, clients, locals, clock }: Parts) {
  const { evaluate, again } = evaluator({ repo, facts, clock })

  async function asOf(client: number, chosen: ReadonlySet<number>): Promise<number | null> {
    const [marks, words] = await Promise.all([
      facts.watermark({ client: [client] }),
      facts.read('SELECT local, CAST(max(lastAt) AS DOUBLE) FROM contact WHERE client = $1 GROUP BY local', [client]),
    ])
    const known = [
      ...marks.map(({ local, instant }) => [local, instant * 1000] as const),
      ...words.map((row) => [Number(row[0]), Number(row[1])] as const),
    ].filter(([local]) => chosen.has(local))
    return known.length === 0 ? null : Math.max(...known.map(([, at]) => at))
  }

  async function spanOf(scope: Scope, query: FootscanWorkdayQuery) {
    const own = await locals.idsOfClient(scope, query.client)
    const { date } = query
    const [begin, end] = [query.begin ?? date ?? query.end, query.end ?? date ?? query.begin]
    if (begin === undefined || end === undefined)
      throw new DomainError('DATES_INCORRECT', 'Incorrect dates: none was given; send begin and end, or date.', {
        start: '',
        end: '',
      })
    const [from, to] = [dayNumber(begin), dayNumber(end)]
    if (from > to)
      throw new DomainError(
        'DATES_INCORRECT',
        `Incorrect dates: ${isoDay(from)} is after ${isoDay(to)}; give the first day first.`,
        { start: begin, end },
      )
    const days = to - from + 1
    if (days > STATUS_MAX_DAYS)
      throw new AppError(
        'STATUS_RANGE_TOO_LONG',
        `${begin} to ${end} is ${days} days; choose at most ${STATUS_MAX_DAYS}.`,
        { days, most: STATUS_MAX_DAYS },
      )
    return { client: query.client, locals: chosenLocals(own, query.locals), from, to }
  }

  async function current(scope: Scope, { client }: { client?: number } = {}): Promise<DeviceState[]> {
    if (client !== undefined) await clients.find(scope, client)
    const footscans = (await repo.footscans(scope, client === undefined ? {} : { client })).filter(
      ({ expected }) => expected,
    )
    if (footscans.length === 0) return []
    const days = [...new Set(footscans.map(({ timeZone }) => timeZone))].map((zone) =>
      dayNumber(todayIn(zone, clock.now())),
    )
    const where = client === undefined ? '' : ' AND client = $2'
    const params = [Math.min(...days), ...(client === undefined ? [] : [client])]
    const [rows, contacts, outages] = await Promise.all([
      facts.read(`SELECT device, day, open, alert, reason FROM device_day WHERE day >= $1${where}`, params),
      facts.read(
        `SELECT device, CAST(lastAt AS DOUBLE) FROM contact ${client === undefined ? '' : 'WHERE client = $1'}`,
        client === undefined ? [] : [client],
      ),
      // Closed days in between do not end an outage.
      facts.read(
        `SELECT d.device, CAST(min(d.downAt) AS DOUBLE) FROM device_day d
LEFT JOIN (SELECT device, max(day) AS day FROM device_day WHERE open = 1 AND alert = 0 AND openS > 0 AND day >= $1 - ${FOLLOW_DAYS} GROUP BY device) u ON u.device = d.device
WHERE d.alert = 1 AND d.day >= $1 - ${FOLLOW_DAYS} AND d.day > coalesce(u.day, 0)${where.replace('client', 'd.client')} GROUP BY d.device`,
        params,
      ),
    ])
    const byDevice = Map.groupBy(rows, (row) => Number(row[0]))
    const lastAt = new Map(contacts.map((row) => [Number(row[0]), Number(row[1])]))
    const downAt = new Map(outages.map((row) => [Number(row[0]), row[1] === null ? null : Number(row[1])]))
    return footscans.map(({ id, mac, name, area, local, client: of, timeZone }) => {
      const today = dayNumber(todayIn(timeZone, clock.now()))
      const row = byDevice.get(id)?.find((one) => Number(one[1]) === today)
      const status = statusOf(row?.[2] === 1, row?.[3] === 1)
      const reason = row?.[4] ?? null
      return {
        footscan: id,
        mac,
        name: scope.demo ? '' : name,
        area,
        local,
        client: of,
        status,
        reason: isHealthReason(reason) ? reason : null,
        since: status === 'DOWN' ? (downAt.get(id) ?? null) : null,
        lastAt: lastAt.get(id) ?? null,
      }
    })
  }

  return {
    evaluate,
    again,
    current,

    /**
     * One row per footscan and workday. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT,
     * STATUS_RANGE_TOO_LONG.
     */
    async workday(scope: Scope, query: FootscanWorkdayQuery): Promise<Answer> {
      const span = await spanOf(scope, query)
      const { sql, params } = workdaySql(span, query.versus)
      const [frame, footscans, newest] = await Promise.all([
        facts.frame(sql, params, WORKDAY_COLUMNS, REASON_CODES),
        repo.footscans(scope, { client: span.client }),
        asOf(span.client, new Set(span.locals)),
      ])
      return { frame: withFootscans(frame, footscans, scope), asOf: newest }
    },

    /** One row per date: the counts, and what is new. Throws as `workday` does. */
    async summary(scope: Scope, query: FootscanWorkdayQuery): Promise<Answer> {
      const span = await spanOf(scope, query)
      const reportS = new Map(
        (await repo.footscans(scope, { client: span.client })).map(({ id, reportS: seconds }) => [id, seconds]),
      )
      const { sql, params } = summarySql(span, reportS)
      const [frame, newest] = await Promise.all([
        facts.frame(sql, params, SUMMARY_COLUMNS),
        asOf(span.client, new Set(span.locals)),
      ])
      return { frame, asOf: newest }
    },

    async states(scope: Scope, client: number): Promise<FootscanState[]> {
      return current(scope, { client })
    },

    /** One local on one day: down as soon as one footscan is. Throws LOCAL_NOT_FOUND. */
    async ofLocal(scope: Scope, id: number, date?: string): Promise<LocalStatus> {
      const local = await locals.find(scope, id)
      if (!Number.isSafeInteger(local.id)) throw localNotFound(id)
      const day = date ?? todayIn(local.timeZone, clock.now())
      const [rows, footscans] = await Promise.all([
        facts.read(
          'SELECT device, open, alert, reason, CAST(downAt AS DOUBLE) FROM device_day WHERE client = $1 AND local = $2 AND day = $3 ORDER BY device',
          [local.client, id, dayNumber(day)],
        ),
        repo.footscans(scope, { client: local.client }),
      ])
      const known = new Map(footscans.map((footscan) => [footscan.id, footscan]))
      const judged = rows.flatMap(([device, open, alert, why, downAt]) => {
        const footscan = known.get(Number(device))
        if (footscan === undefined) return []
        const reason: unknown = why
        return [
          {
            footscan: footscan.id,
            mac: footscan.mac,
            name: scope.demo ? '' : footscan.name,
            area: footscan.area,
            status: statusOf(open === 1, alert === 1),
            reason: isHealthReason(reason) ? reason : null,
            since: downAt === null || downAt === undefined ? null : Number(downAt),
          },
        ]
      })
      return { local: id, date: day, status: statusOfAll(judged.map(({ status }) => status)), footscans: judged }
    },
  }
}

export type DeviceHealthService = ReturnType<typeof deviceHealthService>

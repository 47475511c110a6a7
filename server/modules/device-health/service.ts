/** How each footscan is, now and on every workday. */
import { dayNumber, todayIn } from '#domain/days'
import { statusOf, statusOfAll } from '#domain/device-status'
import type { FootscanWorkdayQuery } from '#schemas/generated/api/footscan-workday-query.ts'
import type { FootscanState } from '#schemas/generated/entities/footscan-state.ts'
import type { LocalStatus } from '#schemas/generated/entities/local-status.ts'
import type { Clock } from '../../lib/clock.ts'
import { localNotFound } from '../../db/scoped.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/answer.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import { evaluator } from './evaluate.ts'
import type { Again } from './evaluate.ts'
import { withFootscans } from './frames.ts'
import type { DeviceHealthRepo } from './repo.ts'
import { spanOf } from './span.ts'
import { currentStates } from './states.ts'
import type { DeviceState } from './states.ts'

export interface DeviceHealth {
  /** Every expected footscan of a client, or of all clients of the scope, by id. Throws CLIENT_NOT_FOUND. */
  current(scope: Scope, wanted?: { client?: number }): Promise<DeviceState[]>
  /** Judges today again, and the days that got late data since the last run; the whole history at the first run. */
  evaluate(): Promise<{ days: number }>
  /** Has days judged again at the next run, after a change of opening hours or holidays. */
  again(what: Again): void
}

interface Parts {
  facts: Pick<FactStore, 'devices' | 'watermark'>
  repo: DeviceHealthRepo
  clients: ClientService
  locals: LocalService
  clock: Clock
}

export function deviceHealthService({ facts, repo, clients, locals, clock }: Parts) {
  const { evaluate, again } = evaluator({ repo, devices: facts.devices, clock })

  async function asOf(client: number, chosen: ReadonlySet<number>): Promise<number | null> {
    const [marks, words] = await Promise.all([
      facts.watermark({ client: [client] }),
      facts.devices.lastContactsOfLocals(client),
    ])
    const known = [...marks.map(({ local, instant }) => [local, instant * 1000] as const), ...words].filter(([local]) =>
      chosen.has(local),
    )
    return known.length === 0 ? null : Math.max(...known.map(([, at]) => at))
  }

  const current = currentStates({ facts, repo, clients, clock })

  return {
    evaluate,
    again,
    current,

    /**
     * One row per footscan and workday. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT,
     * STATUS_RANGE_TOO_LONG.
     */
    async workday(scope: Scope, query: FootscanWorkdayQuery): Promise<Answer> {
      const span = await spanOf(locals, scope, query)
      const [frame, footscans, newest] = await Promise.all([
        facts.devices.workdays(span, query.versus),
        repo.footscans(scope, { client: span.client }),
        asOf(span.client, new Set(span.locals)),
      ])
      return { frame: withFootscans(frame, footscans, scope), asOf: newest }
    },

    /** One row per date: the counts, and what is new. Throws as `workday` does. */
    async summary(scope: Scope, query: FootscanWorkdayQuery): Promise<Answer> {
      const span = await spanOf(locals, scope, query)
      const reportS = new Map(
        (await repo.footscans(scope, { client: span.client })).map(({ id, reportS: seconds }) => [id, seconds]),
      )
      const [frame, newest] = await Promise.all([
        facts.devices.summary(span, reportS),
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
        facts.devices.daysOfLocal(local.client, id, dayNumber(day)),
        repo.footscans(scope, { client: local.client }),
      ])
      const known = new Map(footscans.map((footscan) => [footscan.id, footscan]))
      const judged = rows.flatMap(({ device, isOpen, isDown, reason, downAt: since }) => {
        const footscan = known.get(device)
        if (footscan === undefined) return []
        const { id: footscanId, mac, name, area } = footscan
        return [
          {
            footscan: footscanId,
            mac,
            name: scope.demo ? '' : name,
            area,
            status: statusOf(isOpen, isDown),
            reason,
            since,
          },
        ]
      })
      return { local: id, date: day, status: statusOfAll(judged.map(({ status }) => status)), footscans: judged }
    },
  }
}

export type DeviceHealthService = ReturnType<typeof deviceHealthService>

/** Taking note of alerts, and putting their mails off for a while. Each is on record. */
import type { AlertSnooze } from '#schemas/generated/api/alert-snooze.ts'
import type { AlertsAcknowledge } from '#schemas/generated/api/alerts-acknowledge.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { Catalog } from '../../catalog.ts'
import { civilAt, instantOf } from '../../facts/zone.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Entities } from './entities.ts'
import { checkedEnd, conflict, trimmed } from './mark-refusals.ts'
import type { StoredAlert } from './repo.ts'

const HOUR_MS = 3_600_000
const DAY_S = 86_400
const MORNING_S = 9 * 3600
const SPANS = { hour: HOUR_MS, fourHours: 4 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const

interface MarkParts {
  readonly catalog: Catalog
  readonly clock: Clock
  readonly entities: Entities
}

/** 9:00 of the next day, epoch ms. */
const tomorrowMorning = (zone: string, nowMs: number): number =>
  instantOf(zone, (civilAt(zone, Math.floor(nowMs / 1000)).day + 1) * DAY_S + MORNING_S).instant * 1000

export function alertMarks({ catalog, clock, entities }: MarkParts) {
  /** Those of the ids, in their order. Throws ALERT_NOT_FOUND for one that the caller may not see. */
  async function known(scope: Scope, ids: readonly number[]): Promise<StoredAlert[]> {
    const found = new Map((await catalog.alerts.some(scope, ids)).map((alert) => [alert.id, alert]))
    return ids.map((id) => {
      const alert = found.get(id)
      if (alert === undefined)
        throw new AppError('ALERT_NOT_FOUND', `There is no alert ${id} among those this account may see.`, {
          alert: id,
        })
      return alert
    })
  }

  /** The zone of the local, or else that in which its rule counts days. */
  async function zoneOf(scope: Scope, { local, rule }: StoredAlert): Promise<string> {
    if (local !== null) return (await catalog.locals.find(scope, local))?.timeZone ?? 'UTC'
    const own = rule === null ? undefined : (await catalog.alertRules.some(scope, [rule]))[0]
    return own?.watch?.timeZone ?? 'UTC'
  }

  /** Those that were written. */
  const noted = (scope: Scope, ids: readonly number[], note: string) =>
    catalog.transaction(async ({ alertMarks: within, audit }) => {
      const done = await within.acknowledge(scope, ids, trimmed(note), clock.now())
      for (const id of done)
        await audit.append(scope, {
          action: 'alert.acknowledge',
          target: `alert ${id}`,
          details: { note: trimmed(note) },
          at: clock.now(),
        })
      return done
    })

  return {
    /** Throws ALERT_NOT_FOUND, ALERT_CLOSED_CONFLICT, ALERT_ACKNOWLEDGE_CONFLICT with who was first. */
    async acknowledge(scope: Scope, id: number, note = ''): Promise<Alert> {
      const [alert] = await known(scope, [id])
      const done = await noted(scope, [id], note)
      if (done.length === 0) {
        const [now] = await known(scope, [id])
        if (now?.state === 'closed' || alert?.state === 'closed') throw closed(id)
        throw await conflict(
          entities,
          'ALERT_ACKNOWLEDGE_CONFLICT',
          scope,
          now?.acknowledged ?? null,
          'It is acknowledged already',
        )
      }
      return entities.alert(scope, await one(scope, id))
    },

    /**
     * Open, unacknowledged alerts; the answer has the state of each. Throws
     * ALERT_NOT_FOUND.
     */
    async acknowledgeMany(scope: Scope, { ids, note = '' }: AlertsAcknowledge): Promise<Alert[]> {
      await known(scope, ids)
      await noted(scope, ids, note)
      return entities.alerts(scope, await known(scope, ids))
    },

    /** Throws ALERT_NOT_FOUND, ALERT_UNTIL_INVALID, ALERT_CLOSED_CONFLICT, ALERT_SNOOZE_CONFLICT with who was first. */
    async snooze(scope: Scope, id: number, { span, until, seen }: AlertSnooze): Promise<Alert> {
      const alert = await one(scope, id)
      const now = clock.now()
      const wanted =
        span === 'tomorrow'
          ? tomorrowMorning(await zoneOf(scope, alert), now)
          : span === undefined
            ? (until ?? null)
            : now + SPANS[span]
      const end = wanted === null ? null : checkedEnd(wanted, now)
      const isDone = await catalog.transaction(async ({ alertMarks, audit }) => {
        if (!(await alertMarks.snooze(scope, id, { until: end, seen }, now))) return false
        await audit.append(scope, {
          action: 'alert.snooze',
          target: `alert ${id}`,
          details: { until: end },
          at: now,
        })
        return true
      })
      if (!isDone) {
        const latest = await one(scope, id)
        if (latest.state === 'closed') throw closed(id)
        const first = latest.acknowledged ?? latest.snoozed
        throw await conflict(entities, 'ALERT_SNOOZE_CONFLICT', scope, first, 'It was changed meanwhile')
      }
      return entities.alert(scope, await one(scope, id))
    },
  }

  async function one(scope: Scope, id: number): Promise<StoredAlert> {
    const [alert] = await known(scope, [id])
    return alert!
  }
}

const closed = (alert: number) =>
  new AppError('ALERT_CLOSED_CONFLICT', `The alert ${alert} is closed; an open one was expected.`, { alert })

/**
 * Asks every rule of every local whose alerts are on, each minute: opens an alert once, closes it when its cause is
 * gone. A closed local, a holiday and a question without an answer change nothing.
 */
import { DAY_RULES, deviceDown, judgedDays, occupancyLimit } from '#domain/alert-evaluation'
import type { DayFacts, Outcome } from '#domain/alert-evaluation'
import { ALERT_RULES } from '#domain/alert-rules'
import { isoDay } from '#domain/days'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { plannedHours } from '../../facts/expected.ts'
import type { ExpectedLocal } from '../../facts/expected.ts'
import type { PeopleWords } from './facts.ts'
import type { FactStore } from '../../facts/store.ts'
import { civilAt } from '../../facts/zone.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { DeviceHealth, DeviceState } from '../device-health/service.ts'
import type { Counting, ModuleMuting } from '../modules/muting.ts'
import { dayFacts, peopleInside } from './facts.ts'
import type { StoredAlert } from './repo.ts'
import type { StoredRule } from './rule-repo.ts'

export interface WatchParts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'query' | 'watermark'> & PeopleWords
  readonly health: Pick<DeviceHealth, 'current'>
  readonly muting: Pick<ModuleMuting, 'counting'>
  readonly clock: Clock
}

/** Days that are over change only when late data come. */
const DAYS_MS = 10 * 60_000
/** For the forecasts: 12 weeks before the day, and some days to look at. */
export const HISTORY_DAYS = 12 * 7 + 8
const OCCUPANCY_MS = 75 * 60_000

type CountingOf = (local: number, reads: readonly string[]) => Counting

interface Answer {
  readonly local: number
  readonly rule: StoredRule
  readonly subject: string
  readonly outcome: Outcome
}

const keyOf = ({ local, rule, subject }: { local: number; rule: number | null; subject: string }) =>
  `${rule ?? 0} ${local} ${subject}`

/**
 * Civil day and time of a local, and whether it is open at this moment. Without a schedule it always is, except on the
 * days it closes.
 */
function momentOf(local: ExpectedLocal, nowMs: number) {
  const { day, hour, second } = civilAt(local.timeZone, Math.floor(nowMs / 1000))
  const { hours, open } = plannedHours(local, day)
  const alive = day >= (local.openedDay ?? day) && day <= (local.closedDay ?? day)
  return {
    day,
    minute: hour * 60 + Math.floor(second / 60),
    isOpen: alive && (local.week === null ? local.holidays.get(day) !== true : open && hours[hour] === 1),
  }
}

/** What is about a moment is seen on the day that it is there. */
const on = (day: number, { verdict, figure }: Outcome): Outcome => ({
  verdict,
  figure: figure && { ...figure, day: isoDay(day) },
})

export function alertWatch({ catalog, facts, health, muting, clock }: WatchParts) {
  /** Client -> when its days were last looked at. */
  const looked = new Map<number, number>()

  async function ofDays(
    client: number,
    rules: readonly StoredRule[],
    locals: readonly ExpectedLocal[],
    counting: CountingOf,
    now: number,
  ): Promise<Answer[]> {
    const asked = rules.filter(({ kind }) => DAY_RULES[kind] !== undefined)
    if (asked.length === 0 || now - (looked.get(client) ?? -Infinity) < DAYS_MS) return []
    looked.set(client, now)
    const today = Math.max(...locals.map((local) => momentOf(local, now).day))
    const [days, marks] = await Promise.all([
      dayFacts(
        facts,
        client,
        locals.map(({ local }) => local),
        today - HISTORY_DAYS,
        today,
      ),
      facts.watermark({ client: [client] }),
    ])
    const asOf = new Map(marks.map(({ local, instant }) => [local, instant * 1000]))
    return locals.flatMap((local) => {
      const { day, minute } = momentOf(local, now)
      const moment = {
        today: day,
        minute,
        days: days.get(local.local) ?? new Map<number, DayFacts>(),
        holidays: new Set(local.holidays.keys()),
        asOf: asOf.get(local.local) ?? null,
      }
      return asked.flatMap((rule): Answer[] => {
        const { off, since } = counting(local.local, ALERT_RULES[rule.kind].reads)
        if (off.length > 0) return []
        // Days without the module say nothing of the venue, nor does the day on which it came back.
        const firstJudged = since === null ? -Infinity : civilAt(local.timeZone, Math.floor(since / 1000)).day + 1
        if (day - judgedDays(rule.kind, rule.settings) < firstJudged) return []
        return [{ local: local.local, rule, subject: '', outcome: DAY_RULES[rule.kind]!(moment, rule.settings) }]
      })
    })
  }

  async function ofDevices(
    client: number,
    rules: readonly StoredRule[],
    locals: readonly ExpectedLocal[],
    now: number,
  ): Promise<Answer[]> {
    const asked = rules.filter(({ kind }) => kind === 'deviceDown')
    if (asked.length === 0) return []
    const byLocal = Map.groupBy(await health.current(SYSTEM_SCOPE, { client }), ({ local }: DeviceState) => local)
    return locals.flatMap((local) => {
      const { day, isOpen } = momentOf(local, now)
      return (byLocal.get(local.local) ?? []).flatMap((device) =>
        asked.map((rule): Answer => {
          const outcome = deviceDown(
            { ...device, name: device.name === '' ? device.mac : device.name },
            rule.settings,
            now,
          )
          // After closing time nothing is to be counted, so nobody is woken up.
          return {
            local: local.local,
            rule,
            subject: `footscan:${device.footscan}`,
            outcome: on(day, outcome.verdict === 'fires' && !isOpen ? { ...outcome, verdict: 'silent' } : outcome),
          }
        }),
      )
    })
  }

  async function ofOccupancy(
    client: number,
    rules: readonly StoredRule[],
    locals: readonly ExpectedLocal[],
    now: number,
    open: ReadonlyMap<string, StoredAlert>,
  ): Promise<Answer[]> {
    const asked = rules.filter(({ kind, settings }) => kind === 'occupancyLimit' && Number(settings.capacity) > 0)
    if (asked.length === 0) return []
    const series = await peopleInside(
      facts,
      client,
      locals.map(({ local }) => local),
      now - OCCUPANCY_MS,
      now + 1,
    )
    return locals.flatMap((place) =>
      asked.map((rule): Answer => {
        const { local } = place
        return {
          local,
          rule,
          subject: '',
          outcome: on(
            momentOf(place, now).day,
            occupancyLimit(series.get(local) ?? [], rule.settings, {
              nowMs: now,
              isOpen: open.has(keyOf({ local, rule: rule.id, subject: '' })),
            }),
          ),
        }
      }),
    )
  }

  async function settle(
    answers: readonly Answer[],
    open: ReadonlyMap<string, StoredAlert>,
    client: number,
    now: number,
  ): Promise<void> {
    const solved: number[] = []
    for (const {
      local,
      rule,
      subject,
      outcome: { verdict, figure },
    } of answers) {
      const alert = open.get(keyOf({ local, rule: rule.id, subject }))
      if (verdict === 'clear' && alert !== undefined) solved.push(alert.id)
      if (verdict === 'fires' && alert === undefined && figure !== null)
        await catalog.alerts.insert(
          SYSTEM_SCOPE,
          { client, local, rule: rule.id, kind: rule.kind, subject, figure },
          now,
        )
    }
    await catalog.alerts.close(SYSTEM_SCOPE, solved, 'solved', now)
    // A footscan that was removed or disabled is nobody's worry any more.
    const asked = new Set(answers.map(({ local, rule, subject }) => keyOf({ local, rule: rule.id, subject })))
    const gone = [...open]
      .filter(([key, alert]) => alert.client === client && alert.kind === 'deviceDown' && !asked.has(key))
      .map(([, { id }]) => id)
    await catalog.alerts.close(SYSTEM_SCOPE, gone, 'switchedOff', now)
  }

  return {
    /**
     * One round over everything that is watched. A client that fails does not stop the others; the first failure is
     * thrown at the end.
     */
    async look(): Promise<void> {
      const now = clock.now()
      const [on, rules, stored] = await Promise.all([
        catalog.alertRules.switchedOn(SYSTEM_SCOPE),
        catalog.alertRules.list(SYSTEM_SCOPE),
        catalog.alerts.open(SYSTEM_SCOPE),
      ])
      const open = new Map(stored.map((alert) => [keyOf(alert), alert]))
      const watched = new Set(on.map(({ local }) => local))
      const active = Map.groupBy(
        rules.filter(({ enabled }) => enabled),
        ({ client }) => client,
      )
      const activeIds = new Set([...active.values()].flat().map(({ id }) => id))
      await catalog.alerts.close(
        SYSTEM_SCOPE,
        stored
          .filter(({ local, rule }) => !watched.has(local) || rule === null || !activeIds.has(rule))
          .map(({ id }) => id),
        'switchedOff',
        now,
      )

      const failures: unknown[] = []
      for (const [client, own] of Map.groupBy(on, (one) => one.client)) {
        const asked = active.get(client) ?? []
        if (asked.length === 0) continue
        try {
          const ids = new Set(own.map(({ local }) => local))
          const locals = (await expectedLocals(catalog, { client })).filter(({ local }) => ids.has(local))
          if (locals.length === 0) continue
          const counting = await muting.counting(SYSTEM_SCOPE, client)
          const resting = [...open.values()].filter(
            ({ client: owner, local, kind }) =>
              owner === client && counting(local, ALERT_RULES[kind].reads).off.length > 0,
          )
          await catalog.alerts.close(
            SYSTEM_SCOPE,
            resting.map(({ id }) => id),
            'switchedOff',
            now,
          )
          for (const alert of resting) open.delete(keyOf(alert))
          const answers = [
            ...(await ofDays(client, asked, locals, counting, now)),
            ...(await ofDevices(client, asked, locals, now)),
            ...(await ofOccupancy(client, asked, locals, now, open)),
          ]
          await settle(answers, open, client, now)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },

    /** After a change of rules or switches the days are looked at again at the next round. */
    forget(client: number): void {
      looked.delete(client)
    },
  }
}

export type AlertWatch = ReturnType<typeof alertWatch>

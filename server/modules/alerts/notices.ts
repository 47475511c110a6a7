/** Notifications of alerts: one mail per client and reader for any number of alerts, in the reader's language. */
import { alertPath } from '#domain/alert-link'
import { alertName, alertSentence } from '#domain/alert-rules'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { MailService } from '../mail/service.ts'
import { scopeOf } from '../../lib/user.ts'
import type { User } from '../../lib/user.ts'
import type { StoredAlert } from './repo.ts'
import type { StoredRule } from './rule-repo.ts'

export interface NoticeParts {
  readonly catalog: Catalog
  readonly clients: ClientService
  readonly locals: LocalService
  readonly mail: Pick<MailService, 'send'>
  readonly clock: Clock
  readonly publicUrl: string
}

/** Alerts to notify now. */
interface Due {
  readonly opened: readonly StoredAlert[]
  /** Notified or snoozed before, and still open after the snooze. */
  readonly again: readonly StoredAlert[]
  readonly solved: readonly StoredAlert[]
}

const HOUR_MS = 3_600_000
/** Lines of one mail; the page has the rest. */
const MAX_LINES = 40

/**
 * May be notified about a client: has the right and may read it. Administrators need canAlerts explicitly here.
 */
export function mayBeNotified(user: User, client: number): boolean {
  return (
    user.enabled &&
    user.loginType !== 'service' &&
    user.flags.includes('canAlerts') &&
    (user.role === 'admin' || user.clients.includes(client))
  )
}

/** Never the name of a device towards who may not know the store. */
export const disguisedFigure = <T extends Pick<StoredAlert, 'figure' | 'subject'>>(alert: T): T =>
  alert.figure.widget !== undefined
    ? // The members of a row are names; the local has the name that the reader may see.
      { ...alert, figure: { ...alert.figure, widget: { ...alert.figure.widget, row: '' } } }
    : alert.figure.device === null
      ? alert
      : { ...alert, figure: { ...alert.figure, device: alert.subject.replace('footscan:', 'Demo Footscan ') } }

export function alertNotices({ catalog, clients, locals, mail, clock, publicUrl }: NoticeParts) {
  async function notify(
    kind: 'alertsOpened' | 'alertsSolved',
    alerts: readonly StoredAlert[],
    rules: ReadonlyMap<number, StoredRule>,
    users: readonly User[],
  ): Promise<void> {
    for (const [client, own] of Map.groupBy(alerts, (alert) => alert.client)) {
      for (const user of users.filter((one) => mayBeNotified(one, client))) {
        const mine = own.filter(({ rule }) => {
          const chosen = rules.get(rule ?? 0)?.recipients ?? null
          return chosen === null || chosen.includes(user.id)
        })
        if (mine.length > 0)
          await mail.send({
            to: user.username,
            kind,
            language: user.properties.lang,
            values: await words(client, user, mine),
          })
      }
    }
  }

  async function words(client: number, user: User, alerts: readonly StoredAlert[]) {
    const scope = scopeOf(user)
    const language = user.properties.lang
    const names = new Map((await locals.ofClient(scope, client)).map(({ id, name }) => [id, name]))
    const lines = (scope.demo ? alerts.map(disguisedFigure) : alerts)
      .map((alert) => {
        const { local, kind, figure } = alert
        const place = local === null ? null : (names.get(local) ?? `#${local}`)
        const path = alertPath(alert, (flag) => user.role === 'admin' || user.flags.includes(flag))
        return {
          text:
            `${place === null ? '' : `${place} · `}${alertName(kind, figure, language)}: ` +
            alertSentence(kind, figure, language),
          path,
        }
      })
      .toSorted((a, b) => a.text.localeCompare(b.text, language))
      .map(({ text, path }) => (path === undefined ? text : { text, link: `${publicUrl}${path}` }))
    const more = lines.length - MAX_LINES
    return {
      username: user.username,
      client: (await clients.find(scope, client)).name,
      count: alerts.length,
      items: more > 0 ? [...lines.slice(0, MAX_LINES), `+ ${more}`] : lines,
      link: `${publicUrl}/users/alerts/manage?tab=history&client=${client}`,
    }
  }

  /** Alerts to notify now: opened and past the cool-down of their rule, still open after a snooze, or solved. */
  async function due(byId: ReadonlyMap<number, StoredRule>, now: number): Promise<Due> {
    const [unnotified, again, solved] = await Promise.all([
      catalog.alerts.unnotified(SYSTEM_SCOPE, now),
      catalog.alertMarks.woken(SYSTEM_SCOPE, now),
      catalog.alerts.solvedUnnotified(SYSTEM_SCOPE, now),
    ])
    const opened: StoredAlert[] = []
    for (const alert of unnotified) {
      const last = await catalog.alerts.lastNotified(SYSTEM_SCOPE, alert)
      if (last === null || now - last >= (byId.get(alert.rule ?? 0)?.coolDownH ?? 24) * HOUR_MS) opened.push(alert)
    }
    return { opened, again: again.filter(({ rule }) => (byId.get(rule ?? 0)?.mute?.until ?? 0) <= now), solved }
  }

  const ids = (alerts: readonly StoredAlert[]) => alerts.map(({ id }) => id)

  return {
    /**
     * Sends what opened and what was solved since the last time, and again what is open after a snooze. Within the
     * cool-down of a rule the same is not sent twice.
     */
    async sendAll(): Promise<void> {
      const rules = await catalog.alertRules.list(SYSTEM_SCOPE)
      const byId = new Map(rules.map((rule) => [rule.id, rule]))
      const now = clock.now()
      const { opened, again, solved } = await due(byId, now)
      if (opened.length + again.length + solved.length === 0) return
      const users = await catalog.users.list(SYSTEM_SCOPE)
      await notify('alertsOpened', [...opened, ...again], byId, users)
      await catalog.alerts.markNotified(SYSTEM_SCOPE, ids([...opened, ...again]), 'opened', now)
      await catalog.alertMarks.wake(SYSTEM_SCOPE, ids(again))
      await notify('alertsSolved', solved, byId, users)
      await catalog.alerts.markNotified(SYSTEM_SCOPE, ids(solved), 'solved', now)
    },
  }
}

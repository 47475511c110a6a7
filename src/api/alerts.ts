/** Alerts: switches of locals, rules of clients, what happened. For accounts with canAlerts. */
import type { AlertBackTestRequest } from '#schemas/generated/api/alert-back-test-request.ts'
import type { AlertMute } from '#schemas/generated/api/alert-mute.ts'
import type { AlertSnooze } from '#schemas/generated/api/alert-snooze.ts'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
import type { AlertBackTest } from '#schemas/generated/entities/alert-back-test.ts'
import type { AlertMetric } from '#schemas/generated/entities/alert-metric.ts'
import type { AlertRecipient } from '#schemas/generated/entities/alert-recipient.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { AlertSwitch } from '#schemas/generated/entities/alert-switch.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { LocalAlert } from '#schemas/generated/entities/local-alert.ts'
import type { ApiClient } from './client.ts'

export const alertsApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  /** Every local with its switch. */
  locals: (signal?: AbortSignal): Promise<LocalAlert[]> => client.list('/locals/alerts', { signal }),
  /** The resulting state. LOCAL_NOT_FOUND, ALERT_NOT_FOUND. */
  setState: (local: number, alert: number, state: AlertSwitch['state']): Promise<AlertSwitch> =>
    client.json(`/locals/${local}/alerts/${alert}`, { method: 'PUT', body: { state } }),
  /** Open ones first, then the newest. */
  history: (signal?: AbortSignal): Promise<Alert[]> => client.list('/alerts', { signal }),
  rules: (signal?: AbortSignal): Promise<AlertRule[]> => client.list('/alerts/rules', { signal }),
  rule: (id: number, signal?: AbortSignal): Promise<AlertRule> => client.json(`/alerts/rules/${id}`, { signal }),
  /** The kinds of rule, and whether one would rest at a client. */
  kinds: (of: number, signal?: AbortSignal): Promise<AlertMetric[]> =>
    client.list('/alerts/kinds', { query: { client: of }, signal }),
  /** ALERT_SETTINGS_INVALID, ALERT_RECIPIENT_UNSUITABLE, ALERT_MODULE_OFF. */
  addRule: (draft: AlertRuleDraft): Promise<AlertRule> => client.json('/alerts/rules', { method: 'POST', body: draft }),
  saveRule: (id: number, draft: AlertRuleDraft): Promise<AlertRule> =>
    client.json(`/alerts/rules/${id}`, { method: 'PUT', body: draft }),
  async removeRule(id: number): Promise<void> {
    await client.send(`/alerts/rules/${id}`, { method: 'DELETE' })
  },
  /** ALERT_CLOSED_CONFLICT, ALERT_ACKNOWLEDGE_CONFLICT. */
  acknowledge: (id: number, note: string): Promise<Alert> =>
    client.json(`/alerts/${id}/acknowledge`, { method: 'POST', body: { note } }),
  /** How each is now: those that were acknowledged before stay with who was first. */
  acknowledgeMany: (ids: readonly number[], note: string): Promise<Alert[]> =>
    client.json('/alerts/acknowledge', { method: 'POST', body: { ids, note } }),
  /** ALERT_CLOSED_CONFLICT, ALERT_SNOOZE_CONFLICT, ALERT_UNTIL_INVALID. */
  snooze: (id: number, snooze: AlertSnooze): Promise<Alert> =>
    client.json(`/alerts/${id}/snooze`, { method: 'POST', body: snooze }),
  /** ALERT_MUTE_CONFLICT, ALERT_UNTIL_INVALID. */
  mute: (id: number, mute: AlertMute): Promise<AlertRule> =>
    client.json(`/alerts/rules/${id}/mute`, { method: 'POST', body: mute }),
  /** How often a rule would have fired in the last 90 days. */
  backTest: (rule: AlertBackTestRequest, signal?: AbortSignal): Promise<AlertBackTest> =>
    client.json('/alerts/rules/back-test', { method: 'POST', body: rule, signal }),
  recipients: (of: number, signal?: AbortSignal): Promise<AlertRecipient[]> =>
    client.list('/alerts/recipients', { query: { client: of }, signal }),
})

export type AlertsApi = ReturnType<typeof alertsApi>

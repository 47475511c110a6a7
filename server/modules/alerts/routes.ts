import type { FastifyInstance } from 'fastify'
import type { AlertAcknowledge } from '#schemas/generated/api/alert-acknowledge.ts'
import type { AlertMute } from '#schemas/generated/api/alert-mute.ts'
import type { AlertSnooze } from '#schemas/generated/api/alert-snooze.ts'
import type { AlertsAcknowledge } from '#schemas/generated/api/alerts-acknowledge.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { AlertBackTestRequest } from '#schemas/generated/api/alert-back-test-request.ts'
import type { AlertState } from '#schemas/generated/api/alert-state.ts'
import type { AlertsQuery } from '#schemas/generated/api/alerts-query.ts'
import type { ClientQuery } from '#schemas/generated/api/client-query.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { LocalAlertParams } from '#schemas/generated/api/local-alert-params.ts'
import type { LocalAlertsQuery } from '#schemas/generated/api/local-alerts-query.ts'
import type { AlertBackTest } from '#schemas/generated/entities/alert-back-test.ts'
import type { AlertMetric } from '#schemas/generated/entities/alert-metric.ts'
import type { AlertRecipient } from '#schemas/generated/entities/alert-recipient.ts'
import type { AlertSwitch } from '#schemas/generated/entities/alert-switch.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { LocalAlert } from '#schemas/generated/entities/local-alert.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { collectionRoutes } from '../../plugins/collection.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { AlertService } from './service.ts'

const authz: Authz = { subjects: 'user', flag: ['canAlerts'], tenant: 'clients' }
const config = { authz }
const tags = ['Alerts']

export function alertRoutes(app: FastifyInstance, { alerts }: { alerts: AlertService }) {
  app.get<{ Querystring: LocalAlertsQuery; Reply: LocalAlert[] }>(
    '/locals/alerts',
    {
      config,
      schema: {
        tags,
        summary: 'The locals of this account with their switches of alerts',
        querystring: ref('api/local-alerts-query'),
        response: { 200: listOf('entities/local-alert') },
      },
    },
    (request) => alerts.locals(callerOf(request).scope, request.query),
  )

  app.get<{ Params: IdParams; Reply: AlertSwitch[] }>(
    '/locals/:id/alerts',
    {
      config,
      schema: {
        tags,
        summary: 'The alerts of a local: its one switch',
        params: ref('api/id-params'),
        response: { 200: listOf('entities/alert-switch') },
      },
    },
    (request) => alerts.ofLocal(callerOf(request).scope, request.params.id),
  )

  app.put<{ Params: LocalAlertParams; Body: AlertState; Reply: AlertSwitch }>(
    '/locals/:id/alerts/:alertId',
    {
      config,
      schema: {
        tags,
        summary: 'Switches the alerts of a local on or off',
        params: ref('api/local-alert-params'),
        body: ref('api/alert-state'),
        response: { 200: ref('entities/alert-switch') },
      },
    },
    (request) => alerts.setState(callerOf(request).scope, request.params.id, request.params.alertId, request.body),
  )

  app.get<{ Querystring: AlertsQuery; Reply: Alert[] }>(
    '/alerts',
    {
      config,
      schema: {
        tags,
        summary: 'What happened: open alerts first, then the newest',
        querystring: ref('api/alerts-query'),
        response: { 200: listOf('entities/alert') },
      },
    },
    (request) => alerts.history(callerOf(request).scope, request.query),
  )

  app.get<{ Querystring: ClientQuery; Reply: AlertRecipient[] }>(
    '/alerts/recipients',
    {
      config,
      schema: {
        tags,
        summary: 'Users that may be notified about a client',
        querystring: ref('api/client-query'),
        response: { 200: listOf('entities/alert-recipient') },
      },
    },
    (request) => alerts.recipients(callerOf(request).scope, request.query.client),
  )

  app.get<{ Querystring: ClientQuery; Reply: AlertMetric[] }>(
    '/alerts/kinds',
    {
      config,
      schema: {
        tags,
        summary: 'The kinds of rule, and whether one would rest at a client because of its data modules',
        querystring: ref('api/client-query'),
        response: { 200: listOf('entities/alert-metric') },
      },
    },
    (request) => alerts.kinds(callerOf(request).scope, request.query.client),
  )

  app.post<{ Body: AlertBackTestRequest; Reply: AlertBackTest }>(
    '/alerts/rules/back-test',
    {
      config: { authz: { ...authz, changes: 'nothing' } },
      schema: {
        tags,
        summary: 'How often a rule would have fired in the last 90 days',
        body: ref('api/alert-back-test-request'),
        response: { 200: ref('entities/alert-back-test') },
      },
    },
    (request) => alerts.backTest(callerOf(request).scope, request.body),
  )

  markRoutes(app, alerts)

  collectionRoutes(
    app,
    {
      path: '/alerts/rules',
      tag: 'Alerts',
      one: 'A rule',
      many: 'rules, by client',
      authz,
      entity: 'entities/alert-rule',
      draft: 'api/alert-rule-draft',
      query: 'api/alert-rules-query',
    },
    alerts.rules,
  )
}

/** Actions of people on alerts and rules. */
function markRoutes(app: FastifyInstance, alerts: AlertService): void {
  app.post<{ Params: IdParams; Body: AlertAcknowledge; Reply: Alert }>(
    '/alerts/:id/acknowledge',
    {
      config,
      schema: {
        tags,
        summary: 'Acknowledges an open alert: no mail about it follows while it is open',
        params: ref('api/id-params'),
        body: ref('api/alert-acknowledge'),
        response: { 200: ref('entities/alert') },
      },
    },
    (request) => alerts.acknowledge(callerOf(request).scope, request.params.id, request.body.note),
  )

  app.post<{ Body: AlertsAcknowledge; Reply: Alert[] }>(
    '/alerts/acknowledge',
    {
      config,
      schema: {
        tags,
        summary: 'Takes note of many alerts; those that were acknowledged before stay as they are',
        body: ref('api/alerts-acknowledge'),
        response: { 200: listOf('entities/alert') },
      },
    },
    (request) => alerts.acknowledgeMany(callerOf(request).scope, request.body),
  )

  app.post<{ Params: IdParams; Body: AlertSnooze; Reply: Alert }>(
    '/alerts/:id/snooze',
    {
      config,
      schema: {
        tags,
        summary: 'Snoozes the mails about an open alert; if it is still open then, it is notified again',
        params: ref('api/id-params'),
        body: ref('api/alert-snooze'),
        response: { 200: ref('entities/alert') },
      },
    },
    (request) => alerts.snooze(callerOf(request).scope, request.params.id, request.body),
  )

  app.post<{ Params: IdParams; Body: AlertMute; Reply: AlertRule }>(
    '/alerts/rules/:id/mute',
    {
      config,
      schema: {
        tags,
        summary: 'Mutes a rule until a moment: what happens is in the history, and is not mailed',
        params: ref('api/id-params'),
        body: ref('api/alert-mute'),
        response: { 200: ref('entities/alert-rule') },
      },
    },
    (request) => alerts.mute(callerOf(request).scope, request.params.id, request.body),
  )
}

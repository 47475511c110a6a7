import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { ReportHandOver } from '#schemas/generated/api/report-hand-over.ts'
import type { ManagedReportRun } from '#schemas/generated/entities/managed-report-run.ts'
import type { ManagedReport } from '#schemas/generated/entities/managed-report.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ReportManagement } from './management.ts'

const authz: Authz = { subjects: 'admin', tenant: 'none', inPerson: true }
const config = { authz }
const tags = ['Reports']
const params = ref('api/id-params')
const report = ref('entities/managed-report')

export function reportManagementRoutes(app: FastifyInstance, { management }: { management: ReportManagement }) {
  app.get<{ Reply: ManagedReport[] }>(
    '/management/reports',
    {
      config,
      schema: {
        tags,
        summary: 'The scheduled reports of all people, oldest first',
        response: { 200: listOf('entities/managed-report') },
      },
    },
    (request) => management.list(callerOf(request).scope),
  )

  app.get<{ Params: IdParams; Reply: ManagedReportRun[] }>(
    '/management/reports/:id/runs',
    {
      config,
      schema: {
        tags,
        summary: 'How a scheduled report went, newest first',
        params,
        response: { 200: listOf('entities/managed-report-run') },
      },
    },
    (request) => management.runs(callerOf(request).scope, request.params.id),
  )

  for (const [action, enabled, summary] of [
    ['pause', false, 'Pauses a scheduled report of anyone'],
    ['resume', true, 'Resumes a paused report; what was missed meanwhile is not sent'],
  ] as const)
    app.post<{ Params: IdParams; Reply: ManagedReport }>(
      `/management/reports/:id/${action}`,
      { config, schema: { tags, summary, params, response: { 200: report } } },
      (request) => management.setEnabled(callerOf(request), request.params.id, enabled),
    )

  app.post<{ Params: IdParams; Body: ReportHandOver; Reply: ManagedReport }>(
    '/management/reports/:id/hand-over',
    {
      config,
      schema: {
        tags,
        summary: 'Gives a scheduled report to another person, who must see what it shows',
        params,
        body: ref('api/report-hand-over'),
        response: { 200: report },
      },
    },
    (request) => management.handOver(callerOf(request), request.params.id, request.body.user),
  )

  app.post<{ Params: IdParams; Reply: ManagedReport }>(
    '/management/reports/:id/send',
    {
      config,
      schema: {
        tags,
        summary: 'Sends a scheduled report now, as of today, with the rights of its owner',
        params,
        response: { 202: report },
      },
    },
    async (request, reply) => reply.code(202).send(await management.send(callerOf(request), request.params.id)),
  )
}

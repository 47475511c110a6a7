import type { FastifyInstance } from 'fastify'
import type { FileParams } from '#schemas/generated/api/file-params.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import type { ReportRunsQuery } from '#schemas/generated/api/report-runs-query.ts'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import type { ReportOptions } from '#schemas/generated/entities/report-options.ts'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { Report } from '#schemas/generated/entities/report.ts'
import { FILE, sendFile } from '../../lib/file-answer.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ReportService } from './service.ts'

/**
 * Everybody has their own; what they may show in it is what they may open, which is more than an external page may for
 * them.
 */
const authz: Authz = { subjects: 'user', tenant: 'self', inPerson: true }
const config = { authz }
const tags = ['Reports']
const params = ref('api/id-params')
const [report, run] = [ref('entities/report'), ref('entities/report-run')]
const NOTHING = { 204: { type: 'null' } }

export function reportRoutes(app: FastifyInstance, { reports }: { reports: ReportService }) {
  app.get<{ Reply: Report[] }>(
    '/reports',
    {
      config,
      schema: { tags, summary: 'The scheduled reports of the caller', response: { 200: listOf('entities/report') } },
    },
    (request) => reports.list(callerOf(request)),
  )

  app.get<{ Reply: ReportOptions }>(
    '/reports/options',
    {
      config,
      schema: {
        tags,
        summary: 'What reports this server can make, and to whom the caller may send them',
        response: { 200: ref('entities/report-options') },
      },
    },
    (request) => reports.options(callerOf(request)),
  )

  app.post<{ Body: ReportDraft; Reply: Report }>(
    '/reports',
    {
      config,
      schema: { tags, summary: 'Schedules a report', body: ref('api/report-draft'), response: { 201: report } },
    },
    async (request, reply) => reply.code(201).send(await reports.create(callerOf(request), request.body)),
  )

  app.get<{ Params: IdParams; Reply: Report }>(
    '/reports/:id',
    { config, schema: { tags, summary: 'A scheduled report', params, response: { 200: report } } },
    (request) => reports.find(callerOf(request), request.params.id),
  )

  app.put<{ Params: IdParams; Body: ReportDraft; Reply: Report }>(
    '/reports/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Replaces a scheduled report',
        params,
        body: ref('api/report-draft'),
        response: { 200: report },
      },
    },
    (request) => reports.replace(callerOf(request), request.params.id, request.body),
  )

  app.delete<{ Params: IdParams }>(
    '/reports/:id',
    { config, schema: { tags, summary: 'Removes a scheduled report with its history', params, response: NOTHING } },
    async (request, reply) => {
      await reports.remove(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )

  app.post<{ Params: IdParams; Reply: ReportRun }>(
    '/reports/:id/send',
    { config, schema: { tags, summary: 'Sends a scheduled report now, as of today', params, response: { 202: run } } },
    async (request, reply) => reply.code(202).send(await reports.send(callerOf(request), request.params.id)),
  )

  runRoutes(app, reports)
}

/** The runs, and their files. */
function runRoutes(app: FastifyInstance, reports: ReportService): void {
  app.get<{ Querystring: ReportRunsQuery; Reply: ReportRun[] }>(
    '/reports/runs',
    {
      config,
      schema: {
        tags,
        summary: 'What was made for the caller, newest first',
        querystring: ref('api/report-runs-query'),
        response: { 200: listOf('entities/report-run') },
      },
    },
    (request) => reports.runs.list(callerOf(request), request.query),
  )

  app.post<{ Body: ReportWhat; Reply: ReportRun }>(
    '/reports/runs',
    {
      config,
      schema: {
        tags,
        summary: 'Makes a report once; with a mail in it, it is sent',
        body: ref('api/report-what'),
        response: { 202: run },
      },
    },
    async (request, reply) => reply.code(202).send(await reports.make(callerOf(request), request.body)),
  )

  app.get<{ Params: IdParams; Reply: ReportRun }>(
    '/reports/runs/:id',
    { config, schema: { tags, summary: 'How the making of a report goes', params, response: { 200: run } } },
    (request) => reports.runs.find(callerOf(request), request.params.id),
  )

  app.delete<{ Params: IdParams }>(
    '/reports/runs/:id',
    { config, schema: { tags, summary: 'Cancels the making of a report', params, response: NOTHING } },
    async (request, reply) => {
      await reports.runs.cancel(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )

  app.get<{ Params: FileParams }>(
    '/reports/runs/:id/files/:file',
    {
      config,
      schema: { tags, summary: 'A file of a report', params: ref('api/file-params'), response: { 200: FILE } },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      app.openDownloads.take(caller.user.id, reply)
      return sendFile(reply, await reports.runs.file(caller, request.params.id, request.params.file))
    },
  )
}

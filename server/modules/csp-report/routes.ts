import type { FastifyInstance } from 'fastify'
import { ANYONE } from '../../plugins/access.ts'
import type { CspReportService } from './service.ts'

const FORMATS = ['application/csp-report', 'application/reports+json', 'application/json']
const BODY_BYTES = 16 * 1024

export function cspReportRoutes(app: FastifyInstance, { cspReports }: { cspReports: CspReportService }) {
  app.register(async (reports) => {
    reports.removeAllContentTypeParsers()
    reports.addContentTypeParser(FORMATS, { parseAs: 'string' }, reports.getDefaultJsonParser('error', 'error'))

    reports.post<{ Body?: unknown }>(
      '/csp-report',
      {
        config: { authz: ANYONE },
        bodyLimit: BODY_BYTES,
        schema: {
          tags: ['Health'],
          summary: 'Where browsers report what the content security policy has refused',
          consumes: FORMATS,
          response: { 204: { type: 'null' } },
        },
      },
      async (request, reply) => {
        cspReports.take(request.body, request.ip)
        return reply.code(204).send()
      },
    )
  })
}

import type { FastifyInstance } from 'fastify'
import type { AuditQuery } from '#schemas/generated/api/audit-query.ts'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import type { AuditState } from '#schemas/generated/entities/audit-state.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { AuditService } from './service.ts'

const config: { authz: Authz } = { authz: { subjects: 'admin', tenant: 'none' } }
const tags = ['Audit']

export function auditRoutes(app: FastifyInstance, { audit }: { audit: AuditService }) {
  app.get<{ Querystring: AuditQuery; Reply: AuditPage }>(
    '/audit',
    {
      config,
      schema: {
        tags,
        summary: 'Who did what, newest first',
        querystring: ref('api/audit-query'),
        response: { 200: ref('entities/audit-page') },
      },
    },
    (request) => audit.page(callerOf(request).scope, request.query),
  )

  app.get<{ Reply: AuditState }>(
    '/audit/verify',
    {
      config,
      schema: {
        tags,
        summary: 'Whether the audit log is as it was written',
        response: { 200: ref('entities/audit-state') },
      },
    },
    () => audit.verify(),
  )
}

import type { FastifyInstance } from 'fastify'
import type { IdList } from '#schemas/generated/api/id-list.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { QuarantinedRowRelease } from '#schemas/generated/api/quarantined-row-release.ts'
import type { QuarantinedRowsQuery } from '#schemas/generated/api/quarantined-rows-query.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { QuarantinedRowService } from './service.ts'

const tags = ['Quarantine']
const config: { authz: Authz } = { authz: { subjects: 'admin', tenant: 'none' } }
const PATH = '/management/quarantine'

export function quarantinedRowRoutes(app: FastifyInstance, { rows }: { rows: QuarantinedRowService }) {
  app.get<{ Querystring: QuarantinedRowsQuery }>(
    PATH,
    {
      config,
      schema: {
        tags,
        summary: 'Rows that files left in quarantine, newest first',
        querystring: ref('api/quarantined-rows-query'),
        response: { 200: listOf('entities/quarantined-row') },
      },
    },
    (request) => rows.list(callerOf(request).scope, request.query),
  )

  app.get(
    `${PATH}/groups`,
    {
      config,
      schema: {
        tags,
        summary: 'How many rows wait, by client, reason, source and file',
        response: { 200: listOf('entities/quarantine-group') },
      },
    },
    (request) => rows.groups(callerOf(request).scope),
  )

  app.post<{ Params: IdParams; Body: QuarantinedRowRelease }>(
    `${PATH}/:id/release`,
    {
      config,
      schema: {
        tags,
        summary: 'Count a row as the hour that it is',
        params: ref('api/id-params'),
        body: ref('api/quarantined-row-release'),
        response: { 200: ref('entities/quarantined-row') },
      },
    },
    (request) => rows.release(callerOf(request).scope, request.params.id, request.body),
  )

  app.post<{ Body: IdList }>(
    `${PATH}/dismiss`,
    {
      config,
      schema: {
        tags,
        summary: 'Dismiss rows: all or none',
        body: ref('api/id-list'),
        response: { 200: listOf('entities/quarantined-row') },
      },
    },
    (request) => rows.dismiss(callerOf(request).scope, request.body.ids),
  )
}

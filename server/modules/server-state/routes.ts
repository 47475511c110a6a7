import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { MaintenanceChange } from '#schemas/generated/api/maintenance-change.ts'
import type { ServerState } from '#schemas/generated/entities/server-state.ts'
import type { UndeliveredMail } from '#schemas/generated/entities/undelivered-mail.ts'
import { callerOf, RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ServerStateService } from './service.ts'

const authz: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Server']
const NOTHING = { 204: { type: 'null' } }

export function serverStateRoutes(app: FastifyInstance, { server }: { server: ServerStateService }) {
  app.get<{ Reply: ServerState }>(
    '/server/state',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Maintenance, whether mails leave, whether the disk is full, and what is damaged',
        response: { 200: ref('entities/server-state') },
      },
    },
    () => server.state(),
  )

  app.put<{ Body: MaintenanceChange; Reply: ServerState }>(
    '/server/maintenance',
    {
      config: { authz: RECENT_AUTH_ADMIN, evenFull: true },
      schema: {
        tags,
        summary: 'Switch maintenance on or off',
        description:
          'While it is on, everyone but administrators gets 503 MAINTENANCE. Health, sign-in and what devices send ' +
          'go on.',
        body: ref('api/maintenance-change'),
        response: { 200: ref('entities/server-state') },
      },
    },
    (request) => server.setMaintenance(callerOf(request).scope, request.body.maintenance),
  )

  app.get<{ Reply: UndeliveredMail[] }>(
    '/server/mails',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Mails that have not left, newest first',
        description: 'Never what they say.',
        response: { 200: listOf('entities/undelivered-mail') },
      },
    },
    () => server.undelivered(),
  )

  app.post<{ Params: IdParams }>(
    '/server/mails/:id/retry',
    {
      config: { authz },
      schema: { tags, summary: 'Try a mail that waits at once', params: ref('api/id-params'), response: NOTHING },
    },
    async (request, reply) => {
      await server.retry(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/server/mails',
    { config: { authz }, schema: { tags, summary: 'Deletes the dropped mails', response: NOTHING } },
    async (request, reply) => {
      await server.forgetFailures(callerOf(request).scope)
      return reply.code(204).send()
    },
  )
}

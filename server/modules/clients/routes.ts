import type { FastifyInstance } from 'fastify'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import type { ClientDate } from '#schemas/generated/entities/client-date.ts'
import type { OldIdChange } from '#schemas/generated/api/old-id-change.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ClientManagement } from './management.ts'
import type { ClientService } from './service.ts'

const authz: Authz = { subjects: 'user', tenant: 'clients' }
const ADMIN: { authz: Authz } = { authz: { subjects: 'admin', tenant: 'none' } }

export function clientRoutes(
  app: FastifyInstance,
  { clients, management }: { clients: ClientService; management: ClientManagement },
) {
  app.get<{ Reply: Client[] }>(
    '/clients',
    {
      config: { authz: { ...authz, screens: ['clients.list'] } },
      schema: {
        tags: ['Clients'],
        summary: 'The clients of this account, by id',
        response: { 200: listOf('entities/client') },
      },
    },
    (request) => clients.list(callerOf(request).scope),
  )

  app.get<{ Params: IdParams; Reply: Client }>(
    '/clients/:id',
    {
      config: { authz },
      schema: {
        tags: ['Clients'],
        summary: 'One client',
        params: ref('api/id-params'),
        response: { 200: ref('entities/client') },
      },
    },
    (request) => clients.find(callerOf(request).scope, request.params.id),
  )

  app.put<{ Params: IdParams; Body: OldIdChange; Reply: Client }>(
    '/management/clients/:id/oldId',
    {
      config: { authz: { subjects: 'admin', tenant: 'clients' } },
      schema: {
        tags: ['Clients'],
        summary: 'Say what the system before this one calls a client',
        params: ref('api/id-params'),
        body: ref('api/old-id-change'),
        response: { 200: ref('entities/client') },
      },
    },
    (request) => management.setOldId(callerOf(request).scope, request.params.id, request.body.oldId),
  )

  app.get<{ Params: IdParams; Reply: ClientDate }>(
    '/management/clients/:id/date',
    {
      config: ADMIN,
      schema: {
        tags: ['Clients'],
        summary: 'Since when a client is there, and of which days it has data',
        params: ref('api/id-params'),
        response: { 200: ref('entities/client-date') },
      },
    },
    (request) => management.dateOf(callerOf(request).scope, request.params.id),
  )

  app.get<{ Params: IdParams; Reply: EntriesMoved }>(
    '/management/clients/process/user/:id',
    {
      config: ADMIN,
      schema: {
        tags: ['Clients'],
        summary: 'Discharges of clients that wait for the devices of an account, as they would be assigned to it',
        params: ref('api/id-params'),
        response: { 200: ref('api/entries-moved') },
      },
    },
    (request) => management.wouldProcessFor(callerOf(request).scope, request.params.id),
  )

  app.post<{ Params: IdParams; Reply: EntriesMoved }>(
    '/management/clients/process/user/:id',
    {
      config: ADMIN,
      schema: {
        tags: ['Clients'],
        summary: 'Discharges of clients that wait for the devices of an account: assign them to it',
        params: ref('api/id-params'),
        response: { 200: ref('api/entries-moved') },
      },
    },
    (request) => management.processFor(callerOf(request).scope, request.params.id),
  )
}

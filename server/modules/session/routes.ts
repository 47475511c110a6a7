import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import { ANYONE, callerOf, OWN } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ClientRepo } from '../clients/index.ts'
import type { Caller } from '../../lib/caller.ts'
import { meOf } from './service.ts'
import type { SessionService } from './service.ts'

const tags = ['Session']
const USER: Authz = { subjects: 'user', tenant: 'self', inPerson: true }
const ADMIN: Authz = { subjects: 'admin', tenant: 'none' }

interface Parts {
  readonly sessions: SessionService
  readonly catalog: { readonly clients: Pick<ClientRepo, 'loginMessage'> }
}

export function sessionRoutes(app: FastifyInstance, { sessions, catalog }: Parts) {
  app.get<{ Reply: Me }>(
    '/me',
    {
      config: { authz: OWN },
      schema: { tags, summary: 'The user of this session', response: { 200: ref('entities/me') } },
    },
    (request) => meFor(catalog, callerOf(request)),
  )

  app.post(
    '/logout',
    {
      config: { authz: OWN, evenFull: true },
      schema: { tags, summary: 'End this session', response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await sessions.signOut(callerOf(request))
      return reply.code(204).send()
    },
  )

  // A browser comes here by navigation, which carries no token: the page has ended its session before.
  app.get(
    '/logout/redirect',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'Where a browser goes after logout: the login page',
        response: { 302: { type: 'null' } },
      },
    },
    async (request, reply) => {
      if (request.caller !== null) await sessions.signOut(request.caller)
      return reply.redirect('/login', 302)
    },
  )

  app.get<{ Reply: Session[] }>(
    '/auth/sessions',
    {
      config: { authz: USER },
      schema: { tags, summary: 'The own open sessions, newest first', response: { 200: listOf('entities/session') } },
    },
    (request) => sessions.listOf(callerOf(request).user.id, callerOf(request)),
  )

  app.get<{ Params: IdParams; Reply: Session[] }>(
    '/auth/sessions/user/:id',
    {
      config: { authz: ADMIN },
      schema: {
        tags,
        summary: 'The open sessions of an account',
        params: ref('api/id-params'),
        response: { 200: listOf('entities/session') },
      },
    },
    (request) => sessions.listOf(request.params.id, callerOf(request)),
  )

  app.delete<{ Params: IdParams }>(
    '/auth/sessions/:id',
    {
      config: { authz: USER },
      schema: {
        tags,
        summary: 'End a session: an own one, or as an administrator any',
        params: ref('api/id-params'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await sessions.end(request.params.id, callerOf(request))
      return reply.code(204).send()
    },
  )
}

/** Messages to the account come first; administrators have all clients, and no message of one of them. */
async function meFor({ clients }: Parts['catalog'], { user, scope }: Pick<Caller, 'user' | 'scope'>): Promise<Me> {
  const me = meOf(user)
  const { useLoginMessage, loginMessage = '' } = me.properties
  if ((useLoginMessage === true && loginMessage.trim() !== '') || scope.clients === 'all') return me
  const message = await clients.loginMessage(scope)
  return message === undefined
    ? me
    : { ...me, properties: { ...me.properties, useLoginMessage: true, loginMessage: message } }
}

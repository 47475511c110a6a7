import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { ScreenDraft } from '#schemas/generated/api/screen-draft.ts'
import type { ScreenMade } from '#schemas/generated/api/screen-made.ts'
import type { ScreenOpen } from '#schemas/generated/api/screen-open.ts'
import type { ScreensQuery } from '#schemas/generated/api/screens-query.ts'
import type { Token } from '#schemas/generated/api/token.ts'
import type { ScreenView } from '#schemas/generated/entities/screen-view.ts'
import type { Screen } from '#schemas/generated/entities/screen.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ScreenService } from './service.ts'

/** A screen reads with the rights of its maker, so that an external page makes none. */
const authz: Authz = { subjects: 'user', tenant: 'self', inPerson: true }
const tags = ['Screens']
const BODY_BYTES = 4096

export function screenRoutes(app: FastifyInstance, { screens }: { screens: ScreenService }) {
  app.get<{ Querystring: ScreensQuery; Reply: Screen[] }>(
    '/screens',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'The screens of the caller; for administrators also those of a client',
        querystring: ref('api/screens-query'),
        response: { 200: listOf('entities/screen') },
      },
    },
    (request) => screens.list(callerOf(request), request.query),
  )

  app.post<{ Body: ScreenDraft; Reply: ScreenMade }>(
    '/screens',
    {
      config: { authz: { ...authz, fresh: true } },
      schema: {
        tags,
        summary: 'A screen with the token of its link, which is shown this once',
        body: ref('api/screen-draft'),
        response: { 201: ref('api/screen-made') },
      },
    },
    async (request, reply) => reply.code(201).send(await screens.create(callerOf(request), request.body)),
  )

  app.delete<{ Params: IdParams }>(
    '/screens/:id',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Revokes a screen, now',
        params: ref('api/id-params'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await screens.revoke(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )

  app.post<{ Body: ScreenOpen; Reply: Token }>(
    '/screens/session',
    {
      config: { authz: ANYONE },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Opens a session of an hour with the token of a screen’s link',
        body: ref('api/screen-open'),
        response: { 200: ref('api/token') },
      },
    },
    (request) => screens.open(request.body.token, request.ip),
  )

  app.get<{ Reply: ScreenView }>(
    '/screens/current',
    {
      config: { authz: { subjects: 'screen', tenant: 'clients' } },
      schema: { tags, summary: 'What the calling screen shows', response: { 200: ref('entities/screen-view') } },
    },
    (request) => screens.current(callerOf(request)),
  )
}

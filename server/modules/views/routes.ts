import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { SavedViewChange } from '#schemas/generated/api/saved-view-change.ts'
import type { SavedViewDefault } from '#schemas/generated/api/saved-view-default.ts'
import type { SavedViewDraft } from '#schemas/generated/api/saved-view-draft.ts'
import type { SavedViewsQuery } from '#schemas/generated/api/saved-views-query.ts'
import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { SavedViewService } from './service.ts'

const authz: Authz = { subjects: 'user', tenant: 'self' }
const own: Authz = { ...authz, changes: 'own' }
const tags = ['Dashboards']
const BODY_BYTES = 16_384

export function savedViewRoutes(app: FastifyInstance, { savedViews }: { savedViews: SavedViewService }) {
  app.get<{ Querystring: SavedViewsQuery; Reply: SavedView[] }>(
    '/views',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Saved views of a dashboard: the own ones and those that are shared, by name',
        querystring: ref('api/saved-views-query'),
        response: { 200: listOf('entities/saved-view') },
      },
    },
    (request) => savedViews.list(callerOf(request), request.query.dashboard),
  )

  app.post<{ Body: SavedViewDraft; Reply: SavedView }>(
    '/views',
    {
      config: { authz: own },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Saves the filters of a dashboard by name',
        body: ref('api/saved-view-draft'),
        response: { 201: ref('entities/saved-view') },
      },
    },
    async (request, reply) => reply.code(201).send(await savedViews.create(callerOf(request), request.body)),
  )

  app.put<{ Body: SavedViewDefault }>(
    '/views/default',
    {
      config: { authz: own },
      schema: {
        tags,
        summary: 'With which view a dashboard opens for the caller',
        body: ref('api/saved-view-default'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await savedViews.setDefault(callerOf(request), request.body)
      return reply.code(204).send()
    },
  )

  app.put<{ Params: IdParams; Body: SavedViewChange; Reply: SavedView }>(
    '/views/:id',
    {
      config: { authz: own },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Changes an own saved view',
        params: ref('api/id-params'),
        body: ref('api/saved-view-change'),
        response: { 200: ref('entities/saved-view') },
      },
    },
    (request) => savedViews.replace(callerOf(request), request.params.id, request.body),
  )

  app.delete<{ Params: IdParams }>(
    '/views/:id',
    {
      config: { authz: own },
      schema: {
        tags,
        summary: 'Removes a saved view: an own one, or a shared one of a dashboard that the caller may change',
        params: ref('api/id-params'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await savedViews.remove(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}

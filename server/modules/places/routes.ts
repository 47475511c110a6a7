import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { PlaceClosingChange } from '#schemas/generated/api/place-closing-change.ts'
import type { PlaceMergeQuery } from '#schemas/generated/api/place-merge-query.ts'
import type { PlaceMerge } from '#schemas/generated/api/place-merge.ts'
import type { PlaceNameChange } from '#schemas/generated/api/place-name-change.ts'
import type { PlaceParams } from '#schemas/generated/api/place-params.ts'
import type { PlaceTimeZoneChange } from '#schemas/generated/api/place-time-zone-change.ts'
import type { PlacesQuery } from '#schemas/generated/api/places-query.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { PlaceService } from './service.ts'

const tags = ['Places']
const config: { authz: Authz } = { authz: { subjects: 'admin', tenant: 'none' } }
/** Irreversible calls require recent authentication. */
const confirmed: { authz: Authz } = { authz: { subjects: 'admin', tenant: 'none', fresh: true } }
const params = ref('api/place-params')
const answer = { 200: ref('entities/place') }
const PATH = '/management/places'

export function placeRoutes(app: FastifyInstance, { places }: { places: PlaceService }) {
  app.get<{ Querystring: PlacesQuery }>(
    PATH,
    {
      config,
      schema: {
        tags,
        summary: 'All clients; or a client, its locals and their areas',
        querystring: ref('api/places-query'),
        response: { 200: listOf('entities/place') },
      },
    },
    (request) => places.list(callerOf(request).scope, request.query.client),
  )

  app.get<{ Params: PlaceParams }>(
    `${PATH}/:kind/:id`,
    {
      config,
      schema: { tags, summary: 'What hangs on a place', params, response: { 200: ref('entities/place-contents') } },
    },
    (request) => places.contents(callerOf(request).scope, request.params.kind, request.params.id),
  )

  app.put<{ Params: PlaceParams; Body: PlaceNameChange }>(
    `${PATH}/:kind/:id/name`,
    {
      config,
      schema: { tags, summary: 'Rename a place', params, body: ref('api/place-name-change'), response: answer },
    },
    (request) => places.rename(callerOf(request).scope, request.params.kind, request.params.id, request.body.name),
  )

  app.put<{ Params: IdParams; Body: PlaceTimeZoneChange }>(
    `${PATH}/local/:id/time-zone`,
    {
      config: confirmed,
      schema: {
        tags,
        summary: 'Move a local in time zone',
        description: 'Hours stay what they are in time and get the day and hour of the new clock.',
        params: ref('api/id-params'),
        body: ref('api/place-time-zone-change'),
        response: answer,
      },
    },
    (request) => places.moveTimeZone(callerOf(request).scope, request.params.id, request.body.timeZone),
  )

  app.put<{ Params: IdParams; Body: PlaceClosingChange }>(
    `${PATH}/local/:id/closing`,
    {
      config,
      schema: {
        tags,
        summary: 'Close a local, or open it again',
        params: ref('api/id-params'),
        body: ref('api/place-closing-change'),
        response: answer,
      },
    },
    (request) => places.setClosing(callerOf(request).scope, request.params.id, request.body.closedOn),
  )

  app.get<{ Params: PlaceParams; Querystring: PlaceMergeQuery }>(
    `${PATH}/:kind/:id/merge`,
    {
      config,
      schema: {
        tags,
        summary: 'What a merge would do',
        params,
        querystring: ref('api/place-merge-query'),
        response: { 200: ref('entities/place-merge-preview') },
      },
    },
    (request) =>
      places.mergePreview(callerOf(request).scope, request.params.kind, request.params.id, request.query.into),
  )

  app.post<{ Params: PlaceParams; Body: PlaceMerge }>(
    `${PATH}/:kind/:id/merge`,
    {
      config: confirmed,
      schema: {
        tags,
        summary: 'Merge a place into another one of its kind',
        params,
        body: ref('api/place-merge'),
        response: answer,
      },
    },
    (request) => places.merge(callerOf(request).scope, request.params.kind, request.params.id, request.body),
  )

  app.delete<{ Params: PlaceParams }>(
    `${PATH}/:kind/:id`,
    {
      config: confirmed,
      schema: { tags, summary: 'Remove a place with its facts', params, response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await places.remove(callerOf(request).scope, request.params.kind, request.params.id)
      return reply.code(204).send()
    },
  )
}

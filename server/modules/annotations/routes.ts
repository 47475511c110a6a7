import type { FastifyInstance } from 'fastify'
import type { AnnotationChange } from '#schemas/generated/api/annotation-change.ts'
import type { AnnotationDraft } from '#schemas/generated/api/annotation-draft.ts'
import type { AnnotationsQuery } from '#schemas/generated/api/annotations-query.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { AnnotationService } from './service.ts'

const authz: Authz = { subjects: 'user', tenant: 'clients' }
const tags = ['Dashboards']
const BODY_BYTES = 4096

export function annotationRoutes(app: FastifyInstance, { annotations }: { annotations: AnnotationService }) {
  app.get<{ Querystring: AnnotationsQuery; Reply: Annotation[] }>(
    '/annotations',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Annotations of a dashboard, of the clients of the caller, the newest days first',
        querystring: ref('api/annotations-query'),
        response: { 200: listOf('entities/annotation') },
      },
    },
    (request) => annotations.list(callerOf(request), request.query.dashboard),
  )

  app.post<{ Body: AnnotationDraft; Reply: Annotation }>(
    '/annotations',
    {
      config: { authz },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Writes at days of a dashboard, for all who see it and may read the client',
        body: ref('api/annotation-draft'),
        response: { 201: ref('entities/annotation') },
      },
    },
    async (request, reply) => reply.code(201).send(await annotations.create(callerOf(request), request.body)),
  )

  app.put<{ Params: IdParams; Body: AnnotationChange; Reply: Annotation }>(
    '/annotations/:id',
    {
      config: { authz },
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Changes an annotation: an own one, or one of a dashboard that the caller may change',
        params: ref('api/id-params'),
        body: ref('api/annotation-change'),
        response: { 200: ref('entities/annotation') },
      },
    },
    (request) => annotations.replace(callerOf(request), request.params.id, request.body),
  )

  app.delete<{ Params: IdParams }>(
    '/annotations/:id',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Removes an annotation: an own one, or one of a dashboard that the caller may change',
        params: ref('api/id-params'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await annotations.remove(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}

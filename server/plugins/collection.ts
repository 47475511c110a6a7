/**
 * The generic list helper of the specification (1, section 7) as routes: GET list with query, GET one, POST, PUT,
 * DELETE and POST /list for some by their ids. A collection is a service with these six and the shapes it speaks.
 */
import type { FastifyInstance } from 'fastify'
import type { IdList } from '#schemas/generated/api/id-list.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { Scope } from '../lib/scope.ts'
import { callerOf } from './access.ts'
import type { Authz } from './access.ts'
import { listOf, ref } from './schemas.ts'

export interface Collection<Entity, Draft, Query = unknown> {
  list(scope: Scope, query: Query): Promise<readonly Entity[]>
  find(scope: Scope, id: number): Promise<Entity>
  /** Those of the ids that the caller may read, in the order of the list. */
  some(scope: Scope, ids: readonly number[]): Promise<readonly Entity[]>
  create(scope: Scope, draft: Draft): Promise<Entity>
  replace(scope: Scope, id: number, draft: Draft): Promise<Entity>
  remove(scope: Scope, id: number): Promise<void>
}

export interface CollectionShape {
  /** Below /api, for example `/security/group`. */
  readonly path: string
  /** Where it is read, when that is not its path. */
  readonly reads?: string
  readonly tag: string
  /** For the API document: `A group`, `groups`. */
  readonly one: string
  readonly many: string
  readonly authz: Authz
  /** Who may add, replace and remove, when that is not who may read. */
  readonly changes?: Authz
  /** Who may remove, when that is not who may change. */
  readonly removes?: Authz
  /** Names of shared schemas, for example `entities/group`. */
  readonly entity: string
  readonly draft: string
  /** The answer to an addition, when it is more than the entity. */
  readonly created?: string
  readonly query?: string
}

const NO_QUERY = { type: 'object', additionalProperties: false, properties: {} }

export function collectionRoutes<Entity, Draft, Query>(
  app: FastifyInstance,
  shape: CollectionShape,
  collection: Collection<Entity, Draft, Query>,
): void {
  collectionReadRoutes(app, shape, collection)
  changeRoutes(app, shape, collection)
}

/** Reads of a collection: all, one, some. */
export function collectionReadRoutes<Entity, Draft, Query>(
  app: FastifyInstance,
  { path, reads = path, tag, one, many, authz, entity, query }: CollectionShape,
  collection: Collection<Entity, Draft, Query>,
): void {
  const tags = [tag]
  const config = { authz }
  const params = ref('api/id-params')
  const [answer, answers] = [ref(entity), listOf(entity)]

  app.get<{ Querystring: object }>(
    reads,
    {
      config,
      schema: {
        tags,
        summary: `All ${many}`,
        querystring: query === undefined ? NO_QUERY : ref(query),
        response: { 200: answers },
      },
    },
    (request) => collection.list(callerOf(request).scope, request.query as Query),
  )

  app.get<{ Params: IdParams }>(
    `${reads}/:id`,
    { config, schema: { tags, summary: `${one} by its id`, params, response: { 200: answer } } },
    (request) => collection.find(callerOf(request).scope, request.params.id),
  )

  app.post<{ Body: IdList }>(
    `${reads}/list`,
    {
      config: { authz: { ...authz, changes: 'nothing' } },
      schema: { tags, summary: `Some ${many} by their ids`, body: ref('api/id-list'), response: { 200: answers } },
    },
    (request) => collection.some(callerOf(request).scope, request.body.ids),
  )
}

function changeRoutes<Entity, Draft, Query>(
  app: FastifyInstance,
  { path, tag, one, authz, changes = authz, removes = changes, entity, draft, created = entity }: CollectionShape,
  collection: Collection<Entity, Draft, Query>,
): void {
  const tags = [tag]
  const changing = { authz: changes }
  const params = ref('api/id-params')
  const answer = ref(entity)

  app.post<{ Body: object }>(
    path,
    { config: changing, schema: { tags, summary: `${one}: add`, body: ref(draft), response: { 201: ref(created) } } },
    async (request, reply) =>
      reply.code(201).send(await collection.create(callerOf(request).scope, request.body as Draft)),
  )

  app.put<{ Params: IdParams; Body: object }>(
    `${path}/:id`,
    {
      config: changing,
      schema: { tags, summary: `${one}: replace`, params, body: ref(draft), response: { 200: answer } },
    },
    (request) => collection.replace(callerOf(request).scope, request.params.id, request.body as Draft),
  )

  app.delete<{ Params: IdParams }>(
    `${path}/:id`,
    {
      config: { authz: removes },
      schema: { tags, summary: `${one}: remove`, params, response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await collection.remove(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )
}

import { actionsOf } from '#domain/machine'
import type { Machine } from '#domain/machine'
import type { EntryIds } from '#schemas/generated/api/entry-ids.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { FastifyInstance } from 'fastify'
import type { StartedModule } from '../module.ts'
import { callerOf, RECENT_AUTH_ADMIN } from '../plugins/access.ts'
import type { Authz } from '../plugins/access.ts'
import { collectionReadRoutes, collectionRoutes } from '../plugins/collection.ts'
import { ref } from '../plugins/schemas.ts'
import type { EntryActions } from './actions.ts'
import { canRestore, pathOf, readsOf } from './description.ts'
import type { ResourceDescription, Seen, Stored } from './description.ts'
import type { Brought } from './moves.ts'
import type { PartChange } from './parts.ts'
import { resourceService } from './service.ts'
import type { ResourceService } from './service.ts'

const KEY = { type: 'string', pattern: '^[A-Za-z0-9-]{8,64}$' }
const ADMIN: Authz = { subjects: 'admin', tenant: 'none' }

/** The calls of a described noun. */
export const startResource = <Entity extends Stored, Draft extends Seen>(
  resource: ResourceDescription<Entity, Draft>,
): StartedModule => ({
  routes(api, parts) {
    const { name, schema, tag, changes, machine, removes } = resource
    const path = pathOf(resource)
    const changing = changes === 'confirmed' ? RECENT_AUTH_ADMIN : ADMIN
    const entity = `entities/${schema}`
    const service = resourceService(resource, parts)
    const routes = resource.isMadeElsewhere === true ? collectionReadRoutes : collectionRoutes
    routes(
      api,
      {
        path: `/${path}`,
        reads: `/${readsOf(resource)}`,
        tag,
        one: `One of the ${name}`,
        many: name,
        authz: ADMIN,
        changes: changing,
        removes: removes === undefined ? changing : RECENT_AUTH_ADMIN,
        entity,
        draft: `api/${schema}-draft`,
      },
      service,
    )
    if (canRestore(resource))
      api.post<{ Params: IdParams }>(
        `/${path}/:id/restore`,
        {
          config: { authz: changing },
          schema: {
            tags: [tag],
            summary: `One of the ${name}: undo its removal`,
            params: ref('api/id-params'),
            response: { 200: ref(entity) },
          },
        },
        (request) => service.restore(callerOf(request).scope, request.params.id),
      )
    if (resource.parts !== undefined) partRoutes(api, { ...resource, parts: resource.parts, path, changing }, service)
    const { act, actOnMany } = service
    if (machine !== undefined && act !== undefined && actOnMany !== undefined)
      actionRoutes(api, { name, path, tag, entity, machine, authz: changing }, { act, actOnMany })
  },
})

interface PartShape {
  readonly name: string
  readonly path: string
  readonly tag: string
  readonly schema: string
  readonly parts: Readonly<Record<string, readonly string[]>>
  readonly changing: Authz
}

/** `PUT /<path>/{id}/parts/<part>` of each part. */
function partRoutes(
  api: FastifyInstance,
  { name, path, tag, schema, parts, changing }: PartShape,
  { savePart }: Pick<ResourceService<Stored, Seen>, 'savePart'>,
): void {
  for (const [part, names] of Object.entries(parts))
    api.put<{ Params: IdParams; Body: PartChange }>(
      `/${path}/:id/parts/${part}`,
      {
        config: { authz: changing },
        schema: {
          tags: [tag],
          summary: `One of the ${name}: save ${names.join(', ')}; sent again with the same key, it changes nothing`,
          params: ref('api/id-params'),
          body: {
            type: 'object',
            additionalProperties: false,
            required: ['values', 'seen', 'key'],
            properties: {
              values: ref(`api/${schema}-draft`),
              seen: { anyOf: [{ type: 'integer', minimum: 0, maximum: 8640000000000000 }, { type: 'null' }] },
              key: KEY,
              after: { type: 'array', maxItems: 50, items: KEY },
            },
          },
          response: { 200: ref(`entities/${schema}`) },
        },
      },
      (request) => savePart(callerOf(request).scope, request.params.id, part, request.body),
    )
}

interface ActionShape {
  readonly name: string
  readonly path: string
  readonly tag: string
  readonly entity: string
  readonly machine: Machine
  readonly authz: Authz
}

/** `POST /<path>/{id}/<action>` of each action of a machine, and its actions for many. */
function actionRoutes(
  api: FastifyInstance,
  { name, path, tag, entity, machine, authz }: ActionShape,
  { act, actOnMany }: Pick<EntryActions, 'act' | 'actOnMany'>,
): void {
  const config = { authz }
  const tags = [tag]
  for (const action of actionsOf(machine)) {
    const of = machine.transitions.filter((one) => one.action === action)
    const body = of.some(({ comments }) => comments === true)
      ? ref('api/entry-comment')
      : of.some(({ assigns }) => assigns === 'named')
        ? ref('api/entry-assign')
        : undefined
    const from = [...new Set(of.flatMap((one) => one.from))].join(' or ')
    api.post<{ Params: IdParams; Body: Brought | undefined }>(
      `/${path}/:id/${action}`,
      {
        config,
        schema: {
          tags,
          summary: `One of the ${name}: ${action}, from ${from}`,
          params: ref('api/id-params'),
          ...(body && { body }),
          response: { 200: ref(entity) },
        },
      },
      (request) => act(callerOf(request).scope, request.params.id, action, body === undefined ? {} : request.body),
    )
  }
  for (const bulk of machine.bulk)
    api.post<{ Body: EntryIds | null | undefined }>(
      `/${path}/${bulk.path}`,
      {
        config,
        schema: {
          tags,
          summary:
            `Many ${name} at once: ` +
            `${bulk.action}${bulk.takesAll ? '; without a list of ids, all that it fits' : ''}`,
          body: bulk.takesAll ? { anyOf: [ref('api/entry-ids'), { type: 'null' }] } : ref('api/entry-ids'),
          response: { 200: ref('api/entries-moved') },
        },
      },
      (request) => actOnMany(callerOf(request).scope, bulk, request.body?.idList),
    )
}

import type { FastifyInstance } from 'fastify'
import type { ActiveLocalsQuery } from '#schemas/generated/api/active-locals-query.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { LocalParamsQuery } from '#schemas/generated/api/local-params-query.ts'
import type { LocalFootscansQuery } from '#schemas/generated/api/local-footscans-query.ts'
import type { LocalsQuery } from '#schemas/generated/api/locals-query.ts'
import type { AreaFootscans } from '#schemas/generated/entities/area-footscans.ts'
import type { Footscan } from '#schemas/generated/entities/footscan.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { LocalParams } from '#schemas/generated/entities/local-params.ts'
import localSchema from '../../../schemas/entities/local.schema.json' with { type: 'json' }
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { LocalService } from './service.ts'

const authz: Authz = { subjects: 'user', tenant: 'clients' }
const tags = ['Locals']
const params = ref('api/id-params')

const LOCAL_TYPES = localSchema.properties.type.enum
const typesAnswer = { type: 'array', items: localSchema.properties.type }
const areasAnswer = { type: 'object', required: ['data'], properties: { data: listOf('entities/area-footscans') } }

export function localRoutes(app: FastifyInstance, { locals }: { locals: LocalService }) {
  app.get<{ Querystring: LocalsQuery; Reply: readonly Local[] }>(
    '/locals',
    {
      config: { authz: { ...authz, screens: ['locals.byClient'] } },
      schema: {
        tags,
        summary: 'The locals of this account, by id',
        querystring: ref('api/locals-query'),
        response: { 200: listOf('entities/local') },
      },
    },
    (request) => locals.list(callerOf(request).scope, request.query),
  )

  app.get<{ Querystring: ActiveLocalsQuery; Reply: Local[] }>(
    '/locals/active',
    {
      config: { authz: { ...authz, screens: ['locals.active'] } },
      schema: {
        tags,
        summary: 'The locals of a client that were in business on a day',
        querystring: ref('api/active-locals-query'),
        response: { 200: listOf('entities/local') },
      },
    },
    (request) => locals.active(callerOf(request).scope, request.query.client, request.query.workday),
  )

  app.get<{ Reply: readonly string[] }>(
    '/locals/types',
    {
      config: { authz: { subjects: 'user', tenant: 'none' } },
      schema: { tags, summary: 'What a local can be', response: { 200: typesAnswer } },
    },
    async () => LOCAL_TYPES,
  )

  app.get<{ Params: IdParams; Reply: Local }>(
    '/locals/:id',
    { config: { authz }, schema: { tags, summary: 'One local', params, response: { 200: ref('entities/local') } } },
    (request) => locals.find(callerOf(request).scope, request.params.id),
  )

  app.get<{ Params: IdParams; Reply: LocalParams }>(
    '/locals/:id/params',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'The settings behind the figures of a local',
        params,
        response: { 200: ref('entities/local-params') },
      },
    },
    (request) => locals.params(callerOf(request).scope, request.params.id),
  )

  app.get<{ Params: IdParams; Reply: { data: AreaFootscans[] } }>(
    '/locals/:id/areas-footscans',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'The areas of a local and the footscans that count them',
        params,
        response: { 200: areasAnswer },
      },
    },
    (request) => locals.areasWithFootscans(callerOf(request).scope, request.params.id),
  )

  app.get<{ Querystring: LocalFootscansQuery; Reply: Footscan[] }>(
    '/local-footscans',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'The footscans of one local, of a client, or of this account',
        querystring: ref('api/local-footscans-query'),
        response: { 200: listOf('entities/footscan') },
      },
    },
    (request) => locals.footscans(callerOf(request).scope, request.query),
  )

  app.get<{ Params: IdParams; Reply: Footscan[] }>(
    '/local-footscans/:id',
    {
      config: { authz },
      schema: { tags, summary: 'The footscans of one local', params, response: { 200: listOf('entities/footscan') } },
    },
    (request) => locals.footscans(callerOf(request).scope, { local: request.params.id }),
  )

  app.get<{ Querystring: LocalParamsQuery; Reply: LocalParams[] }>(
    '/local-params',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'The settings of one local, or of every local of a client',
        querystring: ref('api/local-params-query'),
        response: { 200: listOf('entities/local-params') },
      },
    },
    (request) => locals.paramsList(callerOf(request).scope, request.query),
  )
}

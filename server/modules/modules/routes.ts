import type { FastifyInstance } from 'fastify'
import type { DataModule, ModuleMap } from '#domain/data-modules'
import type { UnitParams } from '#schemas/generated/api/unit-params.ts'
import type { ModulesConfig } from '#schemas/generated/entities/modules-config.ts'
import modulesSchema from '../../../schemas/entities/modules-config.schema.json' with { type: 'json' }
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ModuleService } from './service.ts'

const authz: Authz = { subjects: 'user', tenant: 'clients' }
const tags = ['Modules']
const params = ref('api/unit-params')

/**
 * The specification says "modules map" and the answer has a field `modules`: a map is taken with and without that
 * field.
 */
const body = { anyOf: [ref('entities/modules-config'), modulesSchema.properties.modules] }
const mapOf = (sent: ModulesConfig | ModuleMap): ModuleMap =>
  'modules' in sent ? (sent as ModulesConfig).modules : sent

export function moduleRoutes(app: FastifyInstance, { modules }: { modules: ModuleService }) {
  app.get<{ Params: UnitParams; Reply: DataModule[] }>(
    '/modules/:type/:unit',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'The data modules that a client or a local has',
        params,
        response: { 200: listOf('entities/data-module') },
      },
    },
    (request) => modules.list(callerOf(request).scope, request.params),
  )

  app.get<{ Params: UnitParams; Reply: ModulesConfig }>(
    '/modules/:type/:unit/config',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Every data module of a client or a local, on or off',
        params,
        response: { 200: ref('entities/modules-config') },
      },
    },
    (request) => modules.config(callerOf(request).scope, request.params),
  )

  app.put<{ Params: UnitParams; Body: ModulesConfig | ModuleMap; Reply: ModulesConfig }>(
    '/modules/:type/:unit/config',
    {
      config: { authz: { subjects: 'admin', tenant: 'clients' } },
      schema: {
        tags,
        summary: 'Say which data modules a client or a local has',
        params,
        body,
        response: { 200: ref('entities/modules-config') },
      },
    },
    (request) => modules.save(callerOf(request).scope, request.params, mapOf(request.body)),
  )
}

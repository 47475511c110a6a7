/** Calls about mappings that were saved by name. */
import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { ImportPresetDraft } from '#schemas/generated/api/import-preset-draft.ts'
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ImportService } from './service.ts'

const authz: Authz = { subjects: 'user', flag: ['canUpload'], tenant: 'clients' }
const config = { authz }
const tags = ['Imports']

export function presetRoutes(app: FastifyInstance, { imports }: { imports: ImportService }) {
  app.get<{ Reply: ImportPreset[] }>(
    '/import-presets',
    {
      config,
      schema: {
        tags,
        summary: 'Built-in formats, and mappings that were saved by name',
        response: { 200: listOf('entities/import-preset') },
      },
    },
    (request) => imports.presets(callerOf(request).scope),
  )

  app.post<{ Body: ImportPresetDraft; Reply: ImportPreset }>(
    '/import-presets',
    {
      config,
      bodyLimit: 1_000_000,
      schema: {
        tags,
        summary: 'Saves a mapping under a name; the same name of the same client is replaced',
        body: ref('api/import-preset-draft'),
        response: { 200: ref('entities/import-preset') },
      },
    },
    (request) => imports.savePreset(callerOf(request).scope, request.body),
  )

  app.delete<{ Params: IdParams }>(
    '/import-presets/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Removes a saved mapping',
        params: ref('api/id-params'),
        response: { 204: { type: 'null', description: 'It is removed.' } },
      },
    },
    async (request, reply) => {
      await imports.removePreset(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )
}

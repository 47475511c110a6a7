/** Calls about imports. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { ImportsQuery } from '#schemas/generated/api/imports-query.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ImportService } from './service.ts'
import { presetRoutes } from './preset-routes.ts'
import { TIMES, receiveRoutes } from './receive-routes.ts'

const authz: Authz = { subjects: 'user', flag: ['canUpload'], tenant: 'clients' }
const config = { authz }
const tags = ['Imports']
const ACCEPTED = { 202: ref('entities/import') }

export function importRoutes(app: FastifyInstance, { imports }: { imports: ImportService }) {
  app.get<{ Querystring: ImportsQuery; Reply: Import[] }>(
    '/imports',
    {
      config,
      schema: {
        tags,
        summary: 'What was imported, the newest first, without places and preview',
        querystring: ref('api/imports-query'),
        response: { 200: listOf('entities/import') },
      },
    },
    (request) => imports.list(callerOf(request).scope, request.query),
  )

  app.get<{ Params: IdParams; Reply: Import }>(
    '/imports/:id',
    {
      config,
      schema: {
        tags,
        summary: 'One import: how far it is, what was found in its files, what has to be said, what became of it',
        params: ref('api/id-params'),
        response: { 200: ref('entities/import') },
      },
    },
    (request) => imports.find(callerOf(request).scope, request.params.id),
  )

  app.put<{ Params: IdParams; Body: ImportSettings; Reply: Import }>(
    '/imports/:id/settings',
    {
      config,
      bodyLimit: 1_000_000,
      schema: {
        tags,
        summary: 'Says how the files are meant; they are read again',
        params: ref('api/id-params'),
        body: ref('entities/import-settings'),
        response: { 200: ref('entities/import') },
      },
    },
    (request) => imports.set(callerOf(request).scope, request.params.id, request.body),
  )

  app.post<{ Params: IdParams; Reply: Import }>(
    '/imports/:id/load',
    {
      config,
      schema: {
        tags,
        summary: 'Loads an import that is ready, whole or not at all',
        params: ref('api/id-params'),
        response: ACCEPTED,
      },
    },
    async (request, reply) => reply.code(202).send(await imports.load(callerOf(request).scope, request.params.id)),
  )

  app.post<{ Params: IdParams; Reply: Import }>(
    '/imports/:id/cancel',
    {
      config: { authz, timeLimits: TIMES, evenFull: true },
      schema: {
        tags,
        summary: 'Cancels an import; none of it is stored',
        params: ref('api/id-params'),
        response: { 200: ref('entities/import') },
      },
    },
    (request) => imports.cancel(callerOf(request).scope, request.params.id),
  )

  app.post<{ Params: IdParams; Reply: Import }>(
    '/imports/:id/undo',
    {
      config,
      schema: {
        tags,
        summary: 'Takes an import back: what is known without it is known again',
        params: ref('api/id-params'),
        response: ACCEPTED,
      },
    },
    async (request, reply) => reply.code(202).send(await imports.undo(callerOf(request).scope, request.params.id)),
  )

  app.get<{ Params: IdParams }>(
    '/imports/:id/apart',
    {
      config,
      schema: {
        tags,
        summary: 'The quarantined lines, with file, line, reason and cells',
        params: ref('api/id-params'),
        response: {
          200: { description: 'Comma separated, UTF-8.', content: { 'text/csv': { schema: { type: 'string' } } } },
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const lines = await imports.apart(callerOf(request).scope, id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="aforo-import-${id}-quarantine.csv"`)
        .send(Readable.from(lines, { objectMode: false }))
    },
  )

  presetRoutes(app, { imports })
  receiveRoutes(app, { imports })
}

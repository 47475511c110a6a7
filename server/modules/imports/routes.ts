import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { ImportNewQuery } from '#schemas/generated/api/import-new-query.ts'
import type { ImportPresetDraft } from '#schemas/generated/api/import-preset-draft.ts'
import type { ImportsQuery } from '#schemas/generated/api/imports-query.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import { sweepFiles } from '../../lib/sweep-files.ts'
import { MOST_BYTES, MOST_FILES, receiveImport } from './receive.ts'
import type { ImportService } from './service.ts'

const authz: Authz = { subjects: 'user', flag: ['canUpload'], tenant: 'clients' }
const config = { authz }
/** Two gigabytes at the pace of an upload, over a line that is not the fastest. */
const TIMES = { arrivalMs: 600_000, answerMs: 660_000 } as const
const tags = ['Imports']
const LIMITS = {
  files: MOST_FILES,
  parts: MOST_FILES + 10,
  fields: 9,
  fieldSize: 1_000_000,
  fieldNameSize: 200,
  headerPairs: 50,
} as const
const FORM =
  `A form with 1 to ${MOST_FILES} files in fields named \`file\` or \`files\` (CSV, TSV, .xlsx, Parquet, each also as .gz or in a .zip; up to ${MOST_BYTES / 1e9} GB each), and what is known of them as JSON in a field named \`settings\` (ImportSettings). ` +
  'The files are read in the background: ask GET /imports/{id} until its state is no longer `reading`. A program signs in with its API client (POST /api/oauth/token, grant_type=client_credentials), which needs the flag canUpload.'
const ACCEPTED = { 202: ref('entities/import') }

/** How folders are called while files come into them. */
const ARRIVING = 'arriving-'

/**
 * Removes folders into which nothing was written since a time: the process that took their files ended before it could.
 */
export const sweepArrivingImports = (folder: string, before: number): Promise<number> =>
  sweepFiles(folder, (name) => name.startsWith(ARRIVING), before)

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
        summary: 'Gives an import up; nothing of it is stored',
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
        summary: 'The lines that were set apart, with file, line, reason and cells',
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
        .header('content-disposition', `attachment; filename="aforo-import-${id}-apart.csv"`)
        .send(Readable.from(lines, { objectMode: false }))
    },
  )

  app.get<{ Reply: ImportPreset[] }>(
    '/import-presets',
    {
      config,
      schema: {
        tags,
        summary: 'Formats of ours, and mappings that were saved by name',
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

  app.register(async (files) => {
    await files.register(multipart, { limits: LIMITS })
    files.post<{ Querystring: ImportNewQuery; Reply: Import }>(
      '/imports',
      {
        config: { authz, timeLimits: TIMES },
        schema: {
          tags,
          consumes: ['multipart/form-data'],
          summary: 'Takes files of counts in, and reads them',
          description: FORM,
          querystring: ref('api/import-new-query'),
          response: ACCEPTED,
        },
      },
      async (request, reply) => {
        const { scope, user } = callerOf(request)
        app.openUploads.take(user.id, reply)
        const received = await receiveImport(request, join(imports.folder, ARRIVING + randomUUID()))
        try {
          return await reply
            .code(202)
            .send(await imports.create(scope, received, { loadsClean: request.query.load === 'clean' }))
        } finally {
          // Where it was taken in, it is somewhere else by now.
          await received.remove()
        }
      },
    )
  })
}

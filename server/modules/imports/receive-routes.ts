/** Takes files of counts in. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { ImportNewQuery } from '#schemas/generated/api/import-new-query.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { sweepFiles } from '../../lib/sweep-files.ts'
import { MAX_BYTES, MAX_FILES, receiveImport } from './receive.ts'
import type { ImportService } from './service.ts'

const authz: Authz = { subjects: 'user', flag: ['canUpload'], tenant: 'clients' }
/** Two gigabytes at the pace of an upload, over a line that is not the fastest. */
export const TIMES = { arrivalMs: 600_000, answerMs: 660_000 } as const
const tags = ['Imports']
const LIMITS = {
  files: MAX_FILES,
  parts: MAX_FILES + 10,
  fields: 9,
  fieldSize: 1_000_000,
  fieldNameSize: 200,
  headerPairs: 50,
} as const
const FORM =
  `A form with 1 to ${MAX_FILES} files in fields named \`file\` or \`files\` (CSV, TSV, .xlsx, Parquet, each also ` +
  `as .gz or in a .zip; up to ${MAX_BYTES / 1e9} GB each), and what is known of them as JSON in a field named ` +
  `\`settings\` (ImportSettings). ` +
  'The files are read in the background: ask GET /imports/{id} until its state is no longer `reading`. A program ' +
  'signs in with its API client (POST /api/oauth/token, grant_type=client_credentials), which needs the flag canUpload.'

/** How folders are called while files come into them. */
const ARRIVING = 'arriving-'

/**
 * Removes folders into which nothing was written since a time: the process that took their files ended before it could.
 */
export const sweepArrivingImports = (folder: string, before: number): Promise<number> =>
  sweepFiles(folder, (name) => name.startsWith(ARRIVING), before)

export function receiveRoutes(app: FastifyInstance, { imports }: { imports: ImportService }) {
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
          response: { 202: ref('entities/import') },
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

import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { DOWNLOAD_TYPES, downloadFileName } from '#domain/download'
import type { DownloadQuery } from '#schemas/generated/api/download-query.ts'
import { askerOf, piecesFor } from '../../lib/asker.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { DownloadService } from './service.ts'

const authz: Authz = { subjects: 'user', flag: ['canDownload'], tenant: 'clients' }
/** Compressed data are flushed with each day: brotli would hold the first ones back until it has enough. */
const COMPRESS = {
  encodings: ['gzip' as const],
  customTypes: /^(text\/csv|application\/vnd\.apache\.arrow)/,
  zlibOptions: { flush: constants.Z_SYNC_FLUSH, level: 4 },
}

const file = { schema: { type: 'string' } }

export function downloadRoutes(app: FastifyInstance, { downloads }: { downloads: DownloadService }) {
  app.get<{ Querystring: DownloadQuery }>(
    '/downloads',
    {
      config: { authz },
      compress: COMPRESS,
      schema: {
        tags: ['Downloads'],
        summary: 'The hours or days of a client or of one local as a file',
        description:
          'Streamed, at most 31 days up to today. A program signs in with the id and the secret of its API client ' +
          '(POST /api/oauth/token, grant_type=client_credentials) and sends the token; its API client needs the ' +
          'flag canDownload.',
        querystring: ref('api/download-query'),
        response: {
          200: {
            description: 'The file. asOf is in the header x-as-of.',
            content: Object.fromEntries(Object.values(DOWNLOAD_TYPES).map((type) => [type.split(';')[0], file])),
          },
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const { begin, end, content = 'rows', format = 'csv' } = query
      const { scope, user } = callerOf(request)
      app.openDownloads.take(user.id, reply)
      const { pieces, asOf } = await downloads.open(scope, query)
      if (asOf !== null) void reply.header('x-as-of', String(asOf))
      return reply
        .type(DOWNLOAD_TYPES[format])
        .header('content-disposition', `attachment; filename="${downloadFileName({ begin, end, content, format })}"`)
        .send(Readable.from(piecesFor(askerOf(scope), pieces), { objectMode: false }))
    },
  )
}

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isText, UPLOAD_MAX_BYTES } from '#domain/uploads'
import type { UploadKind } from '#domain/uploads'
import type { ClientParams } from '#schemas/generated/api/client-params.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { OffersUploadParams } from '#schemas/generated/api/offers-upload-params.ts'
import type { UploadQuery } from '#schemas/generated/api/upload-query.ts'
import type { UploadsQuery } from '#schemas/generated/api/uploads-query.ts'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { Scope } from '../../lib/scope.ts'
import { receiveFile } from './receive.ts'
import type { ReceivedFile } from './receive.ts'
import { offersTarget } from './service.ts'
import type { UploadService } from './service.ts'
import type { UploadTarget } from './upload-target.ts'

const authz: Authz = { subjects: 'user', flag: ['canUpload'], tenant: 'clients' }
const config = { authz }
/** A large file takes a while to arrive, and a million rows to load; the page waits as long (spec 1, section 9). */
export const FILE_TIMES = { arrivalMs: 600_000, answerMs: 1_200_000 } as const
const ofFile = { authz, timeLimits: FILE_TIMES }
const tags = ['Uploads']
const consumes = ['multipart/form-data']
const FORM =
  'A form with one file, in a field named `file`, `files` or `data`: CSV with `;` up to 64 MB, or .xlsx up to 20 MB.'
const LIMITS = { files: 1, parts: 10, fields: 9, fieldSize: 65_536, fieldNameSize: 200, headerPairs: 50 } as const
const UNCHANGED = { 304: { type: 'null', description: 'The file says nothing new: nothing was changed.' } }

/** `folder`: where a file is kept while it is read. */
export function uploadRoutes(
  app: FastifyInstance,
  { uploads, folder }: { uploads: UploadService; folder: string | null },
) {
  app.get<{ Querystring: UploadsQuery; Reply: Upload[] }>(
    '/uploads',
    {
      config,
      schema: {
        tags,
        summary: 'What was uploaded, the newest first',
        querystring: ref('api/uploads-query'),
        response: { 200: listOf('entities/upload') },
      },
    },
    (request) => uploads.history(callerOf(request).scope, request.query),
  )

  app.post<{ Params: IdParams; Reply: Upload }>(
    '/uploads/:id/undo',
    {
      config,
      schema: {
        tags,
        summary: 'Takes an upload back: what was known without it is known again',
        params: ref('api/id-params'),
        response: { 200: ref('entities/upload') },
      },
    },
    (request) => uploads.undo(callerOf(request).scope, request.params.id),
  )

  app.register(async (files) => {
    await files.register(multipart, { limits: LIMITS })
    fileRoutes(files, { uploads, folder })
  })
}

/** Each kind of file can be looked at before it is loaded. */
function fileRoutes(
  files: FastifyInstance,
  { uploads, folder }: { uploads: UploadService; folder: string | null },
): void {
  async function withFile<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    target: UploadTarget,
    work: (scope: Scope, target: UploadTarget, file: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    const { scope, user } = callerOf(request)
    files.openUploads.take(user.id, reply)
    const file = await receiveFile(
      request,
      folder,
      UPLOAD_MAX_BYTES[isText(target.kind, target.mode) ? 'text' : 'workbook'],
    )
    try {
      return await work(scope, target, file)
    } finally {
      await file.remove()
    }
  }

  const pair = (
    check: string,
    upload: string,
    summary: string,
    params: string,
    targetOf: (scope: Scope, params: unknown) => UploadTarget,
  ) => {
    files.post<{ Reply: UploadCheck }>(
      check,
      {
        config: { ...ofFile, authz: { ...authz, changes: 'nothing' }, evenFull: false },
        schema: {
          tags,
          consumes,
          summary: `${summary}: what a file says, without loading it`,
          description: FORM,
          params: ref(params),
          response: { 200: ref('entities/upload-check') },
        },
      },
      (request, reply) => withFile(request, reply, targetOf(callerOf(request).scope, request.params), uploads.check),
    )
    files.post<{ Querystring: UploadQuery }>(
      upload,
      {
        config: ofFile,
        schema: {
          tags,
          consumes,
          summary: `${summary}: load a file, whole or not at all`,
          description: FORM,
          params: ref(params),
          querystring: ref('api/upload-query'),
          response: { 200: ref('entities/upload'), ...UNCHANGED },
        },
      },
      async (request, reply) => {
        const skipMissing = request.query.missing === 'skip'
        const done = await withFile(
          request,
          reply,
          targetOf(callerOf(request).scope, request.params),
          (scope, target, file) => uploads.load(scope, target, file, { skipMissing }),
        )
        return done === null ? reply.code(304).send() : reply.send(done)
      },
    )
  }

  // The schema beside each has checked its input.
  pair(
    '/automotive/oo/:target/check/:mode',
    '/automotive/oo/:target/upload/:mode',
    'Offers and orders',
    'api/offers-upload-params',
    (scope, params) => {
      const { target, mode } = params as OffersUploadParams
      return offersTarget(scope, target, mode)
    },
  )
  const ofClient =
    (kind: UploadKind) =>
    (_scope: Scope, params: unknown): UploadTarget => ({
      kind,
      mode: 'SINGLE',
      client: (params as ClientParams).clientId,
    })
  pair(
    '/automotive/mi/:clientId/check',
    '/automotive/mi/:clientId/upload',
    'Marketing investment',
    'api/client-params',
    ofClient('investment'),
  )
  pair(
    '/upload/tickets/hourly/:clientId/check',
    '/upload/tickets/hourly/:clientId/csv',
    'Tickets by hour',
    'api/client-params',
    ofClient('ticketsHourly'),
  )
  pair(
    '/upload/tickets/daily/:clientId/check',
    '/upload/tickets/daily/:clientId/csv',
    'Tickets by day',
    'api/client-params',
    ofClient('ticketsDaily'),
  )
}

import type { FastifyInstance } from 'fastify'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { ExportFileParams } from '#schemas/generated/api/export-file-params.ts'
import type { ExportLinkParams } from '#schemas/generated/api/export-link-params.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { ExportLink } from '#schemas/generated/entities/export-link.ts'
import type { Export } from '#schemas/generated/entities/export.ts'
import { isFirstPart, RANGED, sendDiskFile } from '../../lib/file-answer.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ExportService } from './service.ts'

/** Everybody has their own; a file is of clients that its owner may still see. */
const authz: Authz = { subjects: 'user', flag: ['canDownload'], tenant: 'clients', changes: 'own' }
const config = { authz }
const tags = ['Exports']
const params = ref('api/id-params')
const made = ref('entities/export')
/** 5,000 locals. */
const BODY_BYTES = 100_000
const ABOUT =
  'Any number of days and locals, made as a job: ask for it, follow its state, then fetch data and manifest. A ' +
  'program signs in with the id and the secret of its API client (POST /api/oauth/token, ' +
  'grant_type=client_credentials); its API client needs the flag canDownload. An export holds hours and days: ' +
  'minutes of people inside, trips, average days and figures of months are refused with EXPORT_HOURS_NOT_FOUND, ' +
  'days without rows with EXPORT_ROWS_NOT_FOUND.'

export function exportRoutes(app: FastifyInstance, { exports }: { exports: ExportService }) {
  app.get<{ Reply: Export[] }>(
    '/exports',
    {
      config,
      schema: {
        tags,
        summary: 'The exports of the caller, newest first',
        response: { 200: listOf('entities/export') },
      },
    },
    (request) => exports.list(callerOf(request).scope),
  )

  app.post<{ Body: ExportDraft; Reply: Export }>(
    '/exports',
    {
      config,
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Makes a file of any length',
        description: ABOUT,
        body: ref('api/export-draft'),
        response: { 202: made },
      },
    },
    async (request, reply) => reply.code(202).send(await exports.create(callerOf(request).scope, request.body)),
  )

  app.get<{ Params: IdParams; Reply: Export }>(
    '/exports/:id',
    { config, schema: { tags, summary: 'An export: its state and progress', params, response: { 200: made } } },
    (request) => exports.find(callerOf(request).scope, request.params.id),
  )

  app.delete<{ Params: IdParams }>(
    '/exports/:id',
    {
      config,
      schema: { tags, summary: 'Cancels an export, or removes its files', params, response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await exports.remove(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )

  app.get<{ Params: ExportFileParams }>(
    '/exports/:id/files/:file',
    {
      config,
      compress: false,
      schema: {
        tags,
        summary: 'A file of an export',
        description: 'With Range: bytes=from-to, a part of it: a download that broke off goes on.',
        params: ref('api/export-file-params'),
        response: RANGED,
      },
    },
    async (request, reply) => {
      const { scope, user } = callerOf(request)
      app.openDownloads.take(user.id, reply)
      return sendDiskFile(
        request,
        reply,
        await exports.file(scope, request.params.id, request.params.file, isFirstPart(request)),
      )
    },
  )

  app.post<{ Params: ExportFileParams; Reply: ExportLink }>(
    '/exports/:id/files/:file/link',
    {
      config: { ...config, evenFull: true },
      schema: {
        tags,
        summary: 'An address from which a browser downloads a file of an export, for 15 minutes',
        params: ref('api/export-file-params'),
        response: { 201: ref('entities/export-link') },
      },
    },
    async (request, reply) => {
      const { scope, user } = callerOf(request)
      // Reported here, in the page, rather than in the file that the browser saves.
      app.openDownloads.requireRoom(user.id)
      return reply.code(201).send(await exports.link(scope, request.params.id, request.params.file))
    },
  )

  app.get<{ Params: ExportLinkParams }>(
    '/export-links/:token',
    {
      config: { authz: ANYONE },
      compress: false,
      schema: {
        tags,
        summary: 'The file behind a link',
        description: 'The rights of who made the link are looked up again.',
        params: ref('api/export-link-params'),
        response: RANGED,
      },
    },
    async (request, reply) => {
      const { token } = request.params
      app.openDownloads.take(exports.ownerOfLink(token), reply)
      return sendDiskFile(request, reply, await exports.linked(token, isFirstPart(request)))
    },
  )
}

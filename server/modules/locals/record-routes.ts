/** Calls about locals as administrators keep them. */
import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { LocalAreaDraft } from '#schemas/generated/api/local-area-draft.ts'
import type { LocalImportQuery } from '#schemas/generated/api/local-import-query.ts'
import type { LocalPageQuery } from '#schemas/generated/api/local-page-query.ts'
import type { LocalRecordDraft } from '#schemas/generated/api/local-record-draft.ts'
import { AppError } from '../../lib/errors.ts'
import { callerOf, RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { IMAGE_MAX_BYTES } from '../brands/image-check.ts'
import type { LocalImportService } from './record-import.ts'
import type { LocalRecordService } from './records.ts'

const tags = ['Locals']
const config: { authz: Authz } = { authz: { subjects: 'admin', tenant: 'none' } }
const READING: { authz: Authz } = { authz: { subjects: 'admin', tenant: 'none', changes: 'nothing' } }
const params = ref('api/id-params')
const answer = { 200: ref('entities/local-record') }
const PATH = '/management/locals'
const FORMATS = ['image/png', 'image/jpeg', 'image/webp']
const TEXTS = ['text/csv', 'text/plain', 'application/octet-stream']
/** A line of 500 letters for each of 20,000 locals. */
const MAX_BYTES = 10_000_000

interface Services {
  readonly records: LocalRecordService
  readonly imports: LocalImportService
}

export function localRecordRoutes(app: FastifyInstance, { records, imports }: Services) {
  app.get<{ Querystring: LocalPageQuery }>(
    PATH,
    {
      config,
      schema: {
        tags,
        summary: 'Locals as a list shows them: the first by name, or those after an id',
        querystring: ref('api/local-page-query'),
        response: { 200: ref('entities/local-page') },
      },
    },
    (request) => records.page(callerOf(request).scope, request.query),
  )

  app.get<{ Params: IdParams }>(
    `${PATH}/:id`,
    { config, schema: { tags, summary: 'A local as administrators keep it', params, response: answer } },
    (request) => records.find(callerOf(request).scope, request.params.id),
  )

  app.post<{ Body: LocalRecordDraft }>(
    '/locals',
    {
      config,
      schema: {
        tags,
        summary: 'A local: add',
        body: ref('api/local-record-draft'),
        response: { 201: ref('entities/local-record') },
      },
    },
    async (request, reply) => reply.code(201).send(await records.create(callerOf(request).scope, request.body)),
  )

  app.put<{ Params: IdParams; Body: LocalRecordDraft }>(
    '/locals/:id',
    {
      config,
      schema: { tags, summary: 'A local: replace', params, body: ref('api/local-record-draft'), response: answer },
    },
    (request) => records.replace(callerOf(request).scope, request.params.id, request.body),
  )

  app.delete<{ Params: IdParams }>(
    '/locals/:id',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: { tags, summary: 'A local: remove with its facts', params, response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await records.remove(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )

  app.post<{ Params: IdParams; Body: LocalAreaDraft }>(
    `${PATH}/:id/areas`,
    {
      config,
      schema: {
        tags,
        summary: 'A position of a local: add',
        params,
        body: ref('api/local-area-draft'),
        response: { 201: ref('entities/area') },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await records.addArea(callerOf(request).scope, request.params.id, request.body)),
  )

  app.get<{ Params: IdParams }>(
    `${PATH}/:id/plan`,
    {
      config,
      schema: {
        tags,
        summary: 'The plan of a local',
        params,
        produces: FORMATS,
        response: { 200: { type: 'string', format: 'binary' } },
      },
    },
    async (request, reply) => {
      const { type, bytes } = await records.plan(callerOf(request).scope, request.params.id)
      return reply.type(type).header('cache-control', 'private, no-cache').send(bytes)
    },
  )

  app.delete<{ Params: IdParams }>(
    `${PATH}/:id/plan`,
    { config, schema: { tags, summary: 'The plan of a local: take away', params, response: answer } },
    (request) => records.setPlan(callerOf(request).scope, request.params.id, null),
  )

  planUpload(app, records)
  fileImport(app, imports)
}

function planUpload(app: FastifyInstance, records: LocalRecordService): void {
  app.register(async (upload) => {
    upload.removeAllContentTypeParsers()
    upload.addContentTypeParser(FORMATS, { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    upload.put<{ Params: IdParams; Body?: unknown }>(
      `${PATH}/:id/plan`,
      {
        config,
        bodyLimit: IMAGE_MAX_BYTES,
        schema: {
          tags,
          summary: 'The plan of a local: replace',
          description: 'The body is the file itself: PNG, JPEG or WebP, at most 512 KB and 4096 pixels on each side.',
          params,
          consumes: FORMATS,
          response: answer,
        },
      },
      (request) => {
        if (!Buffer.isBuffer(request.body))
          throw new AppError('IMAGE_INVALID', 'The body is empty; expected a PNG, JPEG or WebP image.')
        return records.setPlan(callerOf(request).scope, request.params.id, request.body)
      },
    )
  })
}

function fileImport(app: FastifyInstance, imports: LocalImportService): void {
  app.register(async (upload) => {
    upload.removeAllContentTypeParsers()
    upload.addContentTypeParser(TEXTS, { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    for (const [path, isCheck] of [
      [`${PATH}/import/check`, true],
      [`${PATH}/import`, false],
    ] as const)
      upload.post<{ Querystring: LocalImportQuery; Body?: unknown }>(
        path,
        {
          config: isCheck ? READING : config,
          bodyLimit: MAX_BYTES,
          schema: {
            tags,
            summary: isCheck
              ? 'What a CSV file of locals says: found, new and invalid lines'
              : 'Load a CSV file of locals, whole or not at all',
            description:
              'The body is the file itself, in UTF-8, UTF-16 or Windows-1252, with semicolons. The first line names ' +
              'the columns: docs/importing.md.',
            consumes: TEXTS,
            querystring: ref('api/local-import-query'),
            response: { 200: ref('entities/local-import') },
          },
        },
        (request) => {
          if (!Buffer.isBuffer(request.body) || request.body.length === 0)
            throw new AppError('UPLOAD_EMPTY', 'The file is empty.')
          return imports.read(callerOf(request).scope, request.body, { ...request.query, isCheck })
        },
      )
  })
}

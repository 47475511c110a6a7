import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { LabelParams } from '#schemas/generated/api/label-params.ts'
import type { BrandImage } from '#schemas/generated/entities/brand-image.ts'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import { AppError } from '../../lib/errors.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { collectionRoutes } from '../../plugins/collection.ts'
import { sendFresh } from '../../plugins/fresh.ts'
import { ref } from '../../plugins/schemas.ts'
import { brandCss } from './css.ts'
import { IMAGE_MAX_BYTES } from './image-check.ts'
import type { BrandService } from './service.ts'

const authz: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Brands']
const FORMATS = ['image/png', 'image/jpeg', 'image/webp']

/** Below /api. */
export function brandRoutes(app: FastifyInstance, { brands }: { brands: BrandService }) {
  collectionRoutes(
    app,
    {
      path: '/brands',
      tag: 'Brands',
      one: 'A brand',
      many: 'brands, by label',
      authz,
      entity: 'entities/brand',
      draft: 'api/brand-draft',
    },
    brands,
  )

  app.get<{ Params: LabelParams; Reply: Branding }>(
    '/branding/:label',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'How the product looks under a host label',
        params: ref('api/label-params'),
        response: { 200: ref('entities/branding') },
      },
    },
    (request) => brands.forHost(request.params.label),
  )

  app.get<{ Params: IdParams }>(
    '/brand-images/:id',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'An image of a brand',
        params: ref('api/id-params'),
        produces: FORMATS,
        response: { 200: { type: 'string', format: 'binary' } },
      },
    },
    async (request, reply) => {
      const { type, bytes } = await brands.image(request.params.id)
      // A new image has a new id, so what is behind one never changes.
      return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
    },
  )

  app.register(async (upload) => {
    upload.removeAllContentTypeParsers()
    upload.addContentTypeParser(FORMATS, { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })

    upload.post<{ Body?: unknown; Reply: BrandImage }>(
      '/brand-images',
      {
        config: { authz },
        bodyLimit: IMAGE_MAX_BYTES,
        schema: {
          tags,
          summary: 'Upload an image of a brand',
          description: 'The body is the file itself: PNG, JPEG or WebP, at most 512 KB and 4096 pixels on each side.',
          consumes: FORMATS,
          response: { 201: ref('entities/brand-image') },
        },
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body))
          throw new AppError('IMAGE_INVALID', 'The body is empty; expected a PNG, JPEG or WebP image.')
        return reply.code(201).send(await brands.addImage(callerOf(request).scope, request.body))
      },
    )
  })
}

/** Beside the page: linked from index.html, so that a brand is there before the first thing is drawn. */
export function brandPageRoutes(app: FastifyInstance, { brands }: { brands: BrandService }) {
  app.get(
    '/brand.css',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'The style sheet of the host’s brand',
        produces: ['text/css'],
        response: { 200: { type: 'string' } },
      },
    },
    async (request, reply) =>
      sendFresh(request, reply, 'text/css; charset=utf-8', brandCss(await brands.forHost(request.hostname))),
  )

  app.get(
    '/brand-icon',
    {
      config: { authz: ANYONE },
      schema: { tags, summary: 'Where the icon of the host’s brand is', response: { 302: { type: 'null' } } },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .redirect((await brands.forHost(request.hostname)).iconUrl ?? '/favicon.svg', 302),
  )
}

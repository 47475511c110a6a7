import type { FastifyInstance } from 'fastify'
import { createCompressedAnswer } from '../../lib/compressed-answer.ts'
import { ANYONE } from '../../plugins/access.ts'
import { openApiPage, PAGE_SCRIPT } from './page.ts'
import { PAGE_STYLE } from './page-style.ts'
import type { OpenApiDocument } from './page.ts'

const tags = ['About']
const text = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: { type: 'string' } } } },
})

/**
 * OpenAPI 3.1 speaks JSON Schema 2020-12, which has another name for what draft-07 calls dependencies. Our schemas have
 * no other keyword that it lost.
 */
function asDialect(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('dependencies' in value) || !('properties' in value))
    return value
  const { dependencies, ...rest } = value
  return { ...rest, dependentRequired: dependencies }
}

export function openApiRoutes(app: FastifyInstance) {
  // The routes do not change while the server runs.
  const document = createCompressedAnswer('application/json; charset=utf-8', () =>
    JSON.stringify(app.swagger(), asDialect),
  )
  const page = createCompressedAnswer('text/html; charset=utf-8', () =>
    openApiPage(app.swagger() as unknown as OpenApiDocument),
  )

  app.get(
    '/openapi.json',
    {
      config: { authz: ANYONE },
      compress: false,
      schema: {
        tags,
        summary: 'This document',
        response: {
          200: {
            description: 'OpenAPI 3.1',
            content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
          },
        },
      },
    },
    document,
  )

  app.get(
    '/docs',
    {
      config: { authz: ANYONE },
      compress: false,
      schema: { tags, summary: 'This document as a page', response: text('text/html', 'A page to read and to try') },
    },
    page,
  )

  app.get(
    '/docs/style.css',
    {
      config: { authz: ANYONE },
      schema: { tags, summary: 'The style of the page', response: text('text/css', 'Its style sheet') },
    },
    async (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_STYLE),
  )

  app.get(
    '/docs/script.js',
    {
      config: { authz: ANYONE },
      schema: { tags, summary: 'The script of the page', response: text('text/javascript', 'Its script') },
    },
    async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(PAGE_SCRIPT),
  )
}

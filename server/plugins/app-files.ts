/**
 * The built page. The files are listed once at start and only those can be asked for: no text of a request ever becomes a
 * path. Every other address is a screen of the app and gets index.html, except below /api and /assets: a missing chunk must be
 * a 404, which the page takes as the sign of a new version.
 */
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { ANYONE } from './access.ts'

const YEAR_S = 31_536_000
const OURS = /^\/(api|assets)(\/|$)/

export async function registerAppFiles(app: FastifyInstance, staticDir: string): Promise<void> {
  await app.register(fastifyStatic, { root: staticDir, serve: false, cacheControl: false, preCompressed: true })
  const files = new Set(globSync('**/*', { cwd: staticDir }).filter((file) => statSync(join(staticDir, file)).isFile()).map((file) => file.replaceAll('\\', '/')))

  app.get('/*', { config: { authz: ANYONE }, schema: { hide: true } }, (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/'] = request.url.split('?')
    const file = path.slice(1)
    if (files.has(file) && file !== 'index.html') {
      // Built assets carry a hash of their content in the name; anything else may change under its name.
      void reply.header('cache-control', path.startsWith('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      return reply.sendFile(file)
    }
    if (OURS.test(path)) throw notFound(request)
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

export const notFound = ({ method }: FastifyRequest) => new AppError('ROUTE_NOT_FOUND', `There is nothing to ${method} at this address; see /api/docs for what there is.`)

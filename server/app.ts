/** Builds the server around its stores. Nothing here listens or reads the environment, so tests build the same server. */
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import about from '../package.json' with { type: 'json' }
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Catalog } from './db/catalog.ts'
import type { FactStore } from './facts/store.ts'
import { campaignRoutes } from './modules/campaigns/routes.ts'
import { campaignService } from './modules/campaigns/service.ts'
import { clientRoutes } from './modules/clients/routes.ts'
import { clientService } from './modules/clients/service.ts'
import { compareRoutes } from './modules/compare/routes.ts'
import { compareService } from './modules/compare/service.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { localRoutes } from './modules/locals/routes.ts'
import { localService } from './modules/locals/service.ts'
import { registerOpenApi } from './modules/openapi/plugin.ts'
import { openApiRoutes } from './modules/openapi/routes.ts'
import { periodRoutes } from './modules/periods/routes.ts'
import { periodService } from './modules/periods/service.ts'
import { sessionRoutes } from './modules/session/routes.ts'
import { sessionService } from './modules/session/service.ts'
import { registerAccess } from './plugins/access.ts'
import { notFound, registerAppFiles } from './plugins/app-files.ts'
import { answerFrameworkError, registerErrors } from './plugins/errors.ts'
import { registerHeaders } from './plugins/headers.ts'
import { logOptions, registerLog } from './plugins/log.ts'
import type { LogStream } from './plugins/log.ts'
import { registerSchemas } from './plugins/schemas.ts'
import { answerSocketError } from './plugins/socket-errors.ts'

/** Fastify leaves all of these open by default. */
const LIMITS = {
  bodyLimit: 256 * 1024,
  /** A request must have arrived whole by then. */
  requestTimeout: 30_000,
  /** An answer must have begun by then. */
  handlerTimeout: 60_000,
  /** A connection on which nothing moves is closed. */
  connectionTimeout: 90_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 10_000, maxHeaderSize: 32_768 },
} as const

/** Quick rather than small: answers are made for one reader. */
const FAST_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 }
const COMPRESSED = /^(text\/|application\/(json|javascript|vnd\.apache\.arrow)|image\/svg)/

export interface Parts {
  readonly config: Config
  readonly catalog: Catalog
  readonly facts: FactStore
  readonly clock: Clock
  /** The built page; without it only the API is served. */
  readonly staticDir?: string
  readonly logStream?: LogStream
}

export async function buildApp({ config, catalog, facts, clock, staticDir, logStream }: Parts): Promise<FastifyInstance> {
  const app = fastify({
    ...LIMITS,
    ...logOptions(config, logStream),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerSocketError,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 100 },
  })

  const sessions = sessionService({ sessions: catalog.sessions, audit: catalog.audit, clock, loginDomain: config.loginDomain })
  const clients = clientService({ clients: catalog.clients })
  const locals = localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients })
  const campaigns = campaignService({ campaigns: catalog.campaigns, clients })
  const periods = periodService({ campaigns, locals, clock })
  const compare = compareService({ facts, locals })

  // Fastify reads text/plain by default, which is what a form of another site can send unasked.
  app.removeContentTypeParser('text/plain')
  registerErrors(app)
  registerHeaders(app)
  registerLog(app)
  registerSchemas(app)
  registerAccess(app, sessions)
  app.setNotFoundHandler((request) => { throw notFound(request) })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: FAST_BROTLI }, customTypes: COMPRESSED })
  await registerOpenApi(app, { publicUrl: config.publicUrl, version: about.version })

  await app.register(async (api) => {
    healthRoutes(api, { catalog, facts, config })
    openApiRoutes(api)
    sessionRoutes(api, { sessions })
    clientRoutes(api, { clients })
    localRoutes(api, { locals })
    campaignRoutes(api, { campaigns })
    periodRoutes(api, { periods })
    compareRoutes(api, { compare })
  }, { prefix: '/api' })

  if (staticDir !== undefined) await registerAppFiles(app, staticDir)
  await app.ready()
  return app
}

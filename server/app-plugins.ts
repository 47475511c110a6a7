/** Plugins of every call: limits, refusals, headers, the caller, turns, and compression of answers. */
import about from '../package.json' with { type: 'json' }
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import { claimsApiToken } from './lib/api-token.ts'
import type { Parts as ModuleParts } from './module.ts'
import { registerAccess } from './plugins/access.ts'
import { notFound } from './plugins/app-files.ts'
import { registerEarlyRefusals } from './plugins/early-refusals.ts'
import { registerErrors } from './plugins/errors.ts'
import { registerFarewell } from './plugins/farewell.ts'
import { registerForwardedNotice } from './plugins/forwarded.ts'
import { registerHeaders } from './plugins/headers.ts'
import { registerLog } from './plugins/log.ts'
import { registerOpenAnswers } from './plugins/open-answers.ts'
import { pageBuild } from './plugins/page-build.ts'
import { registerRoom } from './plugins/room.ts'
import { registerSchemas } from './plugins/schemas.ts'
import type { createStrangersLog } from './plugins/strangers-log.ts'
import { registerTimeLimit } from './plugins/time-limit.ts'
import { registerTurns } from './plugins/turns.ts'
import { registerOpenApi } from './modules/openapi/plugin.ts'

const USUAL = { arrivalMs: 30_000, answerMs: 60_000 } as const

/** Quick rather than small: answers are made for one reader. */
const FAST_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 }
/**
 * Bytes. What is smaller arrives in the first round of a connection either way, and packing it takes longer than
 * reading it.
 */
const COMPRESSED_FROM = 8192
/**
 * Bytes. What is smaller is packed in less than a millisecond, and waits for no thread behind the answers that came
 * after it.
 */
const COMPRESSED_AT_ONCE = 65_536
const COMPRESSED = /^(text\/|application\/(json|javascript|vnd\.apache\.arrow)|image\/svg)/

interface Options {
  readonly config: Config
  readonly clock: Clock
  readonly strangersLog: ReturnType<typeof createStrangersLog>
  readonly parts: Pick<
    ModuleParts,
    'disk' | 'reportTokens' | 'linkTokens' | 'sessions' | 'screens' | 'apiTokens' | 'deviceKeys' | 'serverState'
  >
  /** The built page; without it only the API is served. */
  readonly staticDir: string | undefined
  /** Aborted when the server shuts down. */
  readonly leaving: AbortSignal | undefined
}

export async function registerPlugins(
  app: FastifyInstance,
  { config, clock, strangersLog, parts, staticDir, leaving }: Options,
): Promise<void> {
  const { publicUrl } = config
  // Fastify reads text/plain by default, which is what a form of another site can send unasked.
  app.removeContentTypeParser('text/plain')
  registerTimeLimit(app, USUAL)
  registerForwardedNotice(app, clock)
  if (leaving !== undefined) registerFarewell(app, leaving)
  registerErrors(app, strangersLog)
  const build = staticDir === undefined ? null : pageBuild(staticDir)
  registerHeaders(app, { publicUrl, build })
  registerLog(app, strangersLog)
  registerSchemas(app)
  const { reportTokens, linkTokens, sessions, screens, apiTokens } = parts
  registerAccess(app, {
    sessions: {
      resolve: async (token) =>
        claimsApiToken(token)
          ? apiTokens.resolve(token)
          : ((await reportTokens.resolve(token)) ??
            linkTokens.resolve(token) ??
            (await sessions.resolve(token)) ??
            screens.resolve(token)),
    },
    screenShows: screens.shows,
    resolveDevice: parts.deviceKeys.resolve,
    isInMaintenance: parts.serverState.isInMaintenance,
  })
  registerRoom(app, { disk: parts.disk })
  registerOpenAnswers(app, config.quotas)
  registerTurns(app)
  registerEarlyRefusals(app)
  app.setNotFoundHandler((request) => {
    throw notFound(request)
  })
  // Before its body is read: it is of no use.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(request)
  })
  await app.register(compress, {
    threshold: COMPRESSED_FROM,
    syncThreshold: COMPRESSED_AT_ONCE,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: FAST_BROTLI },
    customTypes: COMPRESSED,
  })
  await registerOpenApi(app, { publicUrl, version: about.version })
}

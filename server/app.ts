/**
 * Builds the server around its stores. Nothing here listens or reads the environment, so tests build the same server.
 */
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { backgroundWork } from './lib/background.ts'
import type { Background } from './lib/background.ts'
import type { Catalog } from './catalog.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import { createDamages } from './lib/damages.ts'
import type { Damages } from './lib/damages.ts'
import { demoSimulatorRoutes } from './demo/routes.ts'
import type { DemoSimulator } from './demo/simulator.ts'
import { createDiskWatch } from './lib/disk-space.ts'
import type { FactStore } from './facts/store.ts'
import { createReader } from './modules/imports/reading/reader.ts'
import type { Reader } from './modules/imports/reading/reader.ts'
import { createIngest } from './modules/ingest/ingest.ts'
import type { Ingest } from './modules/ingest/ingest.ts'
import type { Job } from './lib/jobs.ts'
import { partsOf } from './module.ts'
import { MODULES } from './modules/index.ts'
import type { Quotas } from './modules/ingest/service.ts'
import type { Printer } from './modules/reports/printer.ts'
import { FILE_TIMES } from './modules/uploads/routes.ts'
import { buildSerializer } from './plugins/answer-schemas.ts'
import { registerAppFiles } from './plugins/app-files.ts'
import { answerFrameworkError } from './plugins/errors.ts'
import { logOptions } from './plugins/log.ts'
import type { LogStream } from './plugins/log.ts'
import { socketErrorAnswer } from './plugins/socket-errors.ts'
import { createStrangersLog } from './plugins/strangers-log.ts'
import { createPresence } from './modules/presence/presence.ts'
import { secretsOf } from './lib/secrets.ts'
import { factsOfMainKind, trafficKinds } from './traffic-kinds.ts'
import { registerJobs } from './app-jobs.ts'
import { registerPlugins } from './app-plugins.ts'

/** Fastify leaves all of these open by default. */
const LIMITS = {
  bodyLimit: 256 * 1024,
  /** No request may take longer to arrive; most must be quicker, see `USUAL`. */
  requestTimeout: FILE_TIMES.arrivalMs,
  /** A connection on which nothing moves is closed. */
  connectionTimeout: 90_000,
  keepAliveTimeout: 72_000,
  // Without a host Node answers by itself; our own refusal has our headers.
  http: { headersTimeout: 10_000, maxHeaderSize: 32_768, requireHostHeader: false },
} as const

declare module 'fastify' {
  interface FastifyInstance {
    background: Background
    ingest: Ingest
    jobs: readonly Job[]
  }
}

export interface Parts {
  readonly config: Config
  readonly catalog: Catalog
  readonly facts: FactStore
  readonly clock: Clock
  /** The built page; without it only the API is served. */
  readonly staticDir?: string
  readonly logStream?: LogStream
  /** Aborted when the server shuts down: it still answers, and says that it is not ready. */
  readonly leaving?: AbortSignal
  /** The sensors of a demo. */
  readonly simulator?: DemoSimulator
  /** Prints reports, where that is not Chromium. */
  readonly printer?: Printer
  /** Reads imports, where that is not a process of its own. */
  readonly reader?: Reader
  /** Messages per key, where the usual ones do not fit. */
  readonly quotas?: Quotas
  /** Keep a ballast in the folder of the data, to be let go when the disk is full. */
  readonly withBallast?: boolean
  /** Damage that the stores found when they were opened, and later. */
  readonly damages?: Damages
}

export async function buildApp({
  config,
  catalog,
  facts,
  clock,
  staticDir,
  logStream,
  leaving,
  simulator,
  quotas,
  printer,
  reader = createReader(),
  withBallast = false,
  damages = createDamages(),
}: Parts): Promise<FastifyInstance> {
  const app = fastify({
    ...LIMITS,
    ...logOptions(config, logStream),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: socketErrorAnswer(config.publicUrl),
    return503OnClosing: true,
    // A username in the path, percent-encoded.
    routerOptions: { maxParamLength: 800 },
    schemaController: { compilersFactory: { buildSerializer } },
  })

  if (config.secretKey === null) throw new Error('The server needs a key; start() makes one for the demo.')
  const { publicUrl, loginDomain } = config
  const secrets = secretsOf(config.secretKey, config.secretKeyOld)
  const background = backgroundWork(app.log)
  const disk = createDiskWatch({ folder: config.dataDir, withBallast, log: app.log })
  const strangersLog = createStrangersLog(app.log, clock)
  const isInMemory = config.factsUrl === 'duckdb::memory:'
  const presence = await createPresence({ facts, catalog, secrets, clock })
  const ingest = await createIngest({
    sightings: presence.sightings,
    hashVisitor: presence.hashVisitor,
    facts,
    devices: catalog.devices,
    clock,
    dataDir: isInMemory ? null : config.dataDir,
    secrets,
    log: app.log,
    readingDays: config.readingDays,
    hasRoom: disk.hasRoom,
    damages,
    journalKeptBytes: config.journalKeptMb * 1024 ** 2,
  })
  const kinds = trafficKinds(catalog)
  const modules = await Promise.all(MODULES.map((one) => one.start()))
  const parts = partsOf(
    {
      config,
      publicUrl,
      loginDomain,
      quotas: config.quotas,
      isInMemory,
      catalog,
      facts,
      counted: factsOfMainKind(facts, kinds),
      kinds,
      ingest,
      reader,
      clock,
      secrets,
      background,
      disk,
      damages,
      log: app.log,
      inject: app.inject.bind(app),
      leaving,
      given: { printer, quotas },
    },
    modules,
  )
  app.decorate('background', background)
  app.decorate('strangersLog', strangersLog)
  app.decorate('ingest', ingest)
  registerJobs(app, { parts, modules, presence, strangersLog })
  await registerPlugins(app, { config, clock, strangersLog, parts, staticDir, leaving })

  await app.register(
    async (api) => {
      for (const one of modules) one.routes?.(api, parts)
      if (simulator !== undefined) demoSimulatorRoutes(api, { simulator })
    },
    { prefix: '/api' },
  )

  for (const one of modules) one.pageRoutes?.(app, parts)
  if (staticDir !== undefined)
    await registerAppFiles(app, {
      staticDir,
      brandOf: parts.brands.forHost,
      framersOf: parts.publicLinks.framers,
      linkHosts: config.linkHosts,
    })
  for (const one of modules) await one.recover?.(parts)
  await app.ready()
  return app
}

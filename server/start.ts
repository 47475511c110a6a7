/**
 * Puts the server together from its configuration: directory, stores, demo data, app, jobs, in this order, and back.
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { LogStream } from './plugins/log.ts'
import { startControl } from './backup/control.ts'
import { claim, LEAVING_MS } from './claim.ts'
import { demoKey } from './lib/boot.ts'
import type { Lock } from './lib/boot.ts'
import { SYSTEM_CLOCK } from './lib/clock.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import { StartError } from './lib/errors.ts'
import { createDamages } from './lib/damages.ts'
import type { Damages } from './lib/damages.ts'
import { requireWholeCatalog } from './db/catalog-check.ts'
import type { DemoSimulator } from './demo/simulator.ts'
import { expectedLocals } from './modules/opening-hours/expected-locals.ts'
import { repairFactsLog } from './facts/duckdb/repair-log.ts'
import { readingRetention } from './modules/ingest/retention.ts'
import { startJobs } from './lib/jobs.ts'
import type { Job } from './lib/jobs.ts'
import { admitKey } from './key-check.ts'
import { startMetrics } from './metrics.ts'
import { trackingRetention } from './modules/tracking/service.ts'
import { secretsOf } from './lib/secrets.ts'
import { takeArrived } from './lib/take-arrived.ts'
import { openStores } from './stores.ts'
import type { Stores } from './stores.ts'

export const GRACE_MS = 10_000
const ROLL_FORWARD_MS = 10 * 60_000
const NO_MAIL =
  'Warning: SMTP_URL is not set, so no mail leaves: no invitations, no links for a new password, no one-time codes, ' +
  'no alerts, no reports by mail.'

const ROTATING =
  'Warning: some secrets are still sealed with SECRET_KEY_OLD; run npm run user -- rotate-key, and keep ' +
  'SECRET_KEY_OLD until it is through.'

export interface Running {
  readonly app: FastifyInstance
  /** Where it listens, for example http://127.0.0.1:8080. */
  readonly address: string
  /**
   * Says that it is not ready, answers what has been asked and still comes for the time of draining, then lets go of
   * everything. What takes longer than the grace is cut off.
   */
  close(): Promise<void>
}

/**
 * Half of the processors for one statement: two at once fill them, and another tenant's needs not wait for the end of a
 * large one (decision 65).
 */
const STATEMENT_THREADS = Math.max(1, Math.floor(availableParallelism() / 2))

export interface StartOptions {
  readonly config: Config
  readonly print?: (line: string) => void
  readonly clock?: Clock
  readonly staticDir?: string
  readonly logStream?: LogStream
  /** The directory and the catalog, when they were taken already; they are given back by the close of the server. */
  readonly claimed?: Lock
  /** How long to wait for a server that leaves, ms. */
  readonly waitMs?: number
  /** Pending requests are answered within so many ms of the end of draining. */
  readonly graceMs?: number
  /** Another server took the catalog while its database was away: nothing may be written here any more. */
  readonly onTaken?: (error: StartError) => void
}

/** Throws StartError when it cannot start, and leaves nothing open then. */
export async function start({
  config: given,
  print = () => undefined,
  clock = SYSTEM_CLOCK,
  staticDir,
  logStream,
  waitMs = LEAVING_MS,
  claimed,
  graceMs = GRACE_MS,
  onTaken,
}: StartOptions): Promise<Running> {
  const lock = claimed ?? (await claim(given, waitMs))
  const leaving = new AbortController()
  let logged: FastifyInstance['log'] | null = null
  try {
    const config = given.secretKey === null ? { ...given, secretKey: demoKey(given.dataDir) } : given
    requireWholeCatalog(config.catalogUrl)
    const damages = createDamages((damage) => {
      print(`Warning: ${damage.text} Run npm run doctor.`)
    })
    const repaired = repairFactsLog(config.factsUrl.slice('duckdb:'.length), clock.now())
    if (repaired?.isDamaged === true)
      damages.note({ part: 'facts', where: 'log', text: repaired.text, at: clock.now(), clients: null })
    else if (repaired !== null) print(repaired.text)
    const log = {
      warn: (fields: object, message: string) => {
        logged?.warn(fields, message)
      },
    }
    const stores = await openStores(config, {
      resources: { threads: STATEMENT_THREADS, memory: `${config.factsMemoryMb}MB` },
      damages,
      server: { log, leaving: leaving.signal, waitMs, onTaken },
    })
    try {
      const secrets = secretsOf(config.secretKey!, config.secretKeyOld)
      const { isRotating } = await admitKey(stores.catalog, secrets, clock)
      if (isRotating) print(ROTATING)
      const demo = config.mode === 'demo' ? await demoParts(stores, config, clock, print) : null
      const hasPage = staticDir !== undefined && existsSync(join(staticDir, 'index.html'))
      if (staticDir !== undefined && !hasPage)
        print(`There is no built page in ${staticDir}; only the API is served. Run npm run build.`)
      if (config.mode === 'production' && config.smtpUrl === null) print(NO_MAIL)
      const app = await buildApp({
        config,
        ...stores,
        clock,
        leaving: leaving.signal,
        withBallast: true,
        damages,
        ...(hasPage && { staticDir }),
        ...(logStream && { logStream }),
        ...(demo && { simulator: demo.simulator }),
      })
      logged = app.log
      const address = await listen(app, config)
      await demo?.simulator.start(address)
      const beside = { app, stores, config, clock, damages }
      const metrics = await metricsOf(beside).catch(async (error: unknown) => {
        await app.close()
        throw error
      })
      if (metrics !== null) print(`Figures on http://127.0.0.1:${metrics.port}/metrics`)
      const control = await controlOf(beside).catch(async (error: unknown) => {
        await metrics?.close()
        await app.close()
        throw error
      })
      const stopJobs = startJobs(
        [
          rollForward(stores, clock),
          ...(demo?.jobs ?? []),
          trackingRetention(stores.catalog.tracking, clock),
          readingRetention(stores.facts, clock, config.readingDays),
        ],
        (job, error) => {
          app.log.error({ err: error }, `job ${job} failed`)
        },
      )
      return {
        app,
        address,
        async close() {
          leaving.abort()
          lock.leave()
          await demo?.simulator.stop()
          await setTimeout(config.drainS * 1000)
          await metrics?.close()
          // Who copies the facts has to begin anew; otherwise nothing more could be brought into them.
          await control?.close()
          const cut = globalThis.setTimeout(() => {
            app.server.closeAllConnections()
          }, graceMs)
          await takeArrived(app.server, graceMs / 2)
          await app.close()
          clearTimeout(cut)
          await stopJobs()
          await stores.close()
          lock.release()
        },
      }
    } catch (error) {
      await stores.close()
      throw error
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

interface Beside {
  readonly app: FastifyInstance
  readonly stores: Stores
  readonly config: Config
  readonly clock: Clock
  readonly damages: Damages
}

/** The figures of the server on a port of this computer alone; null = they are not wanted. */
async function metricsOf({ app, stores, config, clock, damages }: Beside) {
  if (config.metricsPort === null) return null
  return await startMetrics(config.metricsPort, {
    ingest: app.ingest,
    facts: stores.facts,
    logins: stores.catalog.logins,
    clock,
    dataDir: config.dataDir,
    damages,
  })
}

/** The socket for other programs of this computer to copy the facts; null where there is no file of them. */
async function controlOf({ app, stores, config, clock }: Beside) {
  if (config.factsUrl === 'duckdb::memory:') return null
  return await startControl({
    dataDir: config.dataDir,
    facts: stores.facts,
    ingest: app.ingest,
    clock,
    log: app.log,
  })
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (cause) {
    await app.close()
    const { code } = cause as { code?: string }
    if (code === 'EADDRINUSE')
      throw new StartError(
        'PORT_IN_USE',
        `Port ${port} on ${host} is taken by another program; stop it, or set PORT to another number.`,
        { cause },
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES')
      throw new StartError('HOST_UNUSABLE', `${host}:${port} cannot be listened on (${code}); check HOST and PORT.`, {
        cause,
      })
    throw cause
  }
}

/** Hours that passed without a word become rows, and late data settle. */
const rollForward = ({ catalog, facts }: Stores, clock: Clock): Job => ({
  name: 'roll-forward',
  everyMs: ROLL_FORWARD_MS,
  run: async () => facts.rollForward({ nowMs: clock.now(), locals: await expectedLocals(catalog) }),
})

/**
 * Makes the demo at the first start; its sensors are played against this server from then on. Loaded only when it is
 * wanted.
 */
async function demoParts(
  { catalog, facts }: Stores,
  { secretKey }: Config,
  clock: Clock,
  print: (line: string) => void,
): Promise<{ simulator: DemoSimulator; jobs: Job[] }> {
  const { demoSimulator, loadDemoData, sellDemoTickets } = await import('./demo/index.ts')
  await loadDemoData({ catalog, facts, now: clock.now(), log: print })
  const simulator = demoSimulator({
    catalog,
    clock,
    secrets: secretsOf(secretKey!),
    onFailure: (error) => {
      print(`The simulated sensors stopped: ${String(error)}`)
    },
  })
  return {
    simulator,
    jobs: [
      {
        name: 'demo tickets',
        everyMs: ROLL_FORWARD_MS,
        run: () => sellDemoTickets({ catalog, facts, now: clock.now() }),
      },
    ],
  }
}

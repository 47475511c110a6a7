/** Background jobs of the server, from the moment it listens until it closes. */
import type { FastifyInstance } from 'fastify'
import { scrubCatalog } from './db/catalog-check.ts'
import { startJobs } from './lib/jobs.ts'
import type { Job } from './lib/jobs.ts'
import type { Parts as ModuleParts, StartedModule } from './module.ts'
import type { createStrangersLog } from './plugins/strangers-log.ts'
import type { createPresence } from './modules/presence/presence.ts'

/** How often the disk is looked at while nothing is written. */
const DISK_MS = 5000
/** How often every page of the catalog is compared with its sum, for what no question meets. */
const SCRUB_MS = 60_000

/** Salts are made a day ahead. */
const PRESENCE_MS = 3_600_000
const STRANGERS_MS = 60_000

interface Options {
  readonly parts: ModuleParts
  readonly modules: readonly StartedModule[]
  readonly presence: Pick<Awaited<ReturnType<typeof createPresence>>, 'runMaintenance'>
  readonly strangersLog: ReturnType<typeof createStrangersLog>
}

export function registerJobs(app: FastifyInstance, { parts, modules, presence, strangersLog }: Options): void {
  const { config, clock, damages, disk, background, ingest } = parts
  const jobs: readonly Job[] = [
    { name: 'disk', everyMs: DISK_MS, run: disk.runMaintenance, first: disk.runMaintenance },
    {
      name: 'catalog pages',
      everyMs: SCRUB_MS,
      run: () => scrubCatalog({ catalogUrl: config.catalogUrl, damages, clock: () => clock.now() }),
    },
    { name: 'presence', everyMs: PRESENCE_MS, run: presence.runMaintenance },
    {
      name: 'log of strangers',
      everyMs: STRANGERS_MS,
      run: async () => {
        strangersLog.summarise()
      },
    },
    ...modules.flatMap((one) => one.jobs?.(parts) ?? []),
  ]
  app.decorate('jobs', jobs)
  let stopJobs = async () => {}
  app.addHook('onListen', async () => {
    for (const { name, first } of jobs) if (first !== undefined) background.run(name, first)
    stopJobs = startJobs(jobs, (job, error) => {
      app.log.error({ err: error }, `job ${job} failed`)
    })
  })
  app.addHook('onClose', async () => {
    for (const one of modules) await one.abort?.(parts)
    await stopJobs()
    strangersLog.summarise()
    for (const one of modules) await one.stop?.(parts)
    await ingest.close()
    await background.settled()
    for (const one of modules) await one.close?.(parts)
  })
}

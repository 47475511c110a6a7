import type { Parts, ServiceMakers } from '../../module.ts'
import { crashedFilesJob } from '../../lib/sweep-files.ts'
import { importRoutes } from './routes.ts'
import { sweepArrivingImports } from './receive-routes.ts'
import { importService } from './service.ts'
import type { ImportService } from './service.ts'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stagesBeside } from '../../facts/folders.ts'

declare module '../../module.ts' {
  interface Services {
    readonly imports: ImportService
    readonly importFolder: string
  }
}

/** Interrupted imports are resumed or cancelled. */
const EVERY_MS = 600_000

export const services = {
  importFolder: ({ config, isInMemory }) =>
    isInMemory
      ? join(tmpdir(), `aforo-imports-${randomUUID()}`)
      : stagesBeside(config.factsUrl.slice('duckdb:'.length)),
  imports: ({ catalog, facts, clients, locals, reader, background, clock, importFolder, log }) =>
    importService({ catalog, facts, clients, locals, reader, background, clock, folder: importFolder, log }),
} satisfies ServiceMakers
export const routes = importRoutes

export const jobs = ({ imports, importFolder }: Parts) => [
  { name: 'imports', everyMs: EVERY_MS, run: imports.runMaintenance, first: imports.recover },
  crashedFilesJob('files of crashed imports', (before) => sweepArrivingImports(importFolder, before)),
]

export const stop = ({ imports }: Parts) => imports.close()

export async function close({ isInMemory, importFolder }: Parts) {
  if (isInMemory) await rm(importFolder, { recursive: true, force: true })
}

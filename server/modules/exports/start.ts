import type { Parts, ServiceMakers } from '../../module.ts'
import { exportRoutes } from './routes.ts'
import { exportService } from './service.ts'
import type { ExportService } from './service.ts'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportsBeside } from '../../facts/folders.ts'

declare module '../../module.ts' {
  interface Services {
    readonly exports: ExportService
    readonly exportFolder: string
  }
}

/** Exports that expired are removed. */
const EVERY_MS = 600_000

export const services = {
  exportFolder: ({ config, isInMemory }) =>
    isInMemory
      ? join(tmpdir(), `aforo-exports-${randomUUID()}`)
      : exportsBeside(config.factsUrl.slice('duckdb:'.length)),
  exports: ({ catalog, facts, kinds, clients, locals, muting, background, clock, exportFolder, config, log }) =>
    exportService({
      catalog,
      facts,
      kinds,
      clients,
      locals,
      muting,
      background,
      clock,
      folder: exportFolder,
      keptDays: config.exportDays,
      quotaMb: config.exportQuotaMb,
      log,
    }),
} satisfies ServiceMakers
export const routes = exportRoutes

export const jobs = ({ exports }: Parts) => [
  { name: 'exports', everyMs: EVERY_MS, run: exports.runMaintenance, first: exports.recover },
]

export const stop = ({ exports }: Parts) => exports.close()

export async function close({ isInMemory, exportFolder }: Parts) {
  if (isInMemory) await rm(exportFolder, { recursive: true, force: true })
}

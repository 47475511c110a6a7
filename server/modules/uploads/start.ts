import type { Parts, ServiceMakers } from '../../module.ts'
import { crashedFilesJob } from '../../lib/sweep-files.ts'
import { createParser } from './parser.ts'
import type { Parser } from './parser.ts'
import { sweepArriving } from './receive.ts'
import { uploadRoutes } from './routes.ts'
import { uploadService } from './service.ts'
import type { UploadService } from './service.ts'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'

declare module '../../module.ts' {
  interface Services {
    readonly uploads: UploadService
    readonly parser: Parser
  }
}

/** Uploads that were cut off are finished, late hours follow the tickets of their day. */
const EVERY_MS = 600_000

export const services = {
  parser: () => createParser(),
  uploads: uploadService,
} satisfies ServiceMakers

const folderOf = ({ config, isInMemory }: Parts) => (isInMemory ? null : join(config.dataDir, 'uploads'))

export const routes = (api: FastifyInstance, parts: Parts) =>
  uploadRoutes(api, { uploads: parts.uploads, folder: folderOf(parts) })

export const jobs = (parts: Parts) => [
  { name: 'uploads', everyMs: EVERY_MS, run: parts.uploads.runMaintenance },
  crashedFilesJob('files of crashed uploads', (before) => sweepArriving(folderOf(parts), before)),
]

export const recover = ({ uploads }: Parts) => uploads.recover()
export const stop = ({ parser }: Parts) => parser.close()

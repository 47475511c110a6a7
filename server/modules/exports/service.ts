/**
 * Files of any length: asked for, made one after the other, fetched by their owner while they may see what is in them,
 * and removed.
 */
import { mkdir } from 'node:fs/promises'
import { EXPORTS_AT_ONCE } from '#domain/export'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { Export } from '#schemas/generated/entities/export.ts'
import type { Catalog } from '../../catalog.ts'
import type { Background } from '../../lib/background.ts'
import { diskSpace } from '../../lib/disk-space.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import { exportDelivery } from './delivery.ts'
import { exportNotFound } from './failure.ts'
import { exportFiles } from './files.ts'
import { exportListing, storedExport } from './listing.ts'
import { exportMaker, type MakeParts } from './make.ts'
import { exportQueue } from './queue.ts'
import { exportSelection, requireDays, type SelectionParts } from './selection.ts'

const STARTS = { most: 30, perMs: 3_600_000 }
const MB = 1_000_000

type Parts = SelectionParts &
  Pick<MakeParts, 'clock' | 'keptDays' | 'quotaMb' | 'log'> & {
    readonly catalog: Catalog
    readonly background: Background
    /** Where files are written: a folder to which the facts may write. */
    readonly folder: string
  }

const quotaExceeded = (quotaMb: number) =>
  new AppError(
    'EXPORT_QUOTA_EXCEEDED',
    `The exports of this account take all of their ${quotaMb} MB. Remove one, or wait until it expires.`,
    { megabytes: quotaMb },
  )

export function exportService(parts: Parts) {
  const { catalog, facts, clients, background, clock, folder, keptDays, quotaMb, log } = parts
  const starts = rateLimit(clock, STARTS)
  const files = exportFiles(folder)
  const selection = exportSelection(parts)
  const make = exportMaker({ catalog, facts, selection, files, clock, keptDays, quotaMb, log })
  const queue = exportQueue({ catalog, make, background, clock })
  const listing = exportListing({ catalog, clients, progressOf: queue.progressOf })
  const delivery = exportDelivery({ catalog, files, clock })
  const sweep = () => files.sweep(() => catalog.exports.ids(SYSTEM_SCOPE), queue.isMade)

  async function begin(scope: Scope, what: ExportDraft): Promise<number> {
    return catalog.transaction(async ({ locks, exports, audit }) => {
      await locks.hold('exports', scope.userId ?? 0)
      const { unfinished, bytes } = await exports.load(scope)
      if (unfinished >= EXPORTS_AT_ONCE)
        throw new AppError(
          'EXPORT_BUSY',
          `${unfinished} exports of this account are not finished; at most ${EXPORTS_AT_ONCE} are made at a time. ` +
            'Wait for one, or remove it.',
          { most: EXPORTS_AT_ONCE },
        )
      if (bytes >= quotaMb * MB) throw quotaExceeded(quotaMb)
      starts.require(String(scope.userId))
      const id = await exports.insert(scope, what, clock.now())
      const { clients: of, begin: first, end: last, grain, format } = what
      await audit.append(scope, {
        action: 'export.create',
        target: `export ${id}`,
        details: { clients: of, begin: first, end: last, grain, format },
        at: clock.now(),
      })
      return id
    })
  }

  return {
    ...listing,
    ...delivery,

    /**
     * Queues a file. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATE_INVALID, DATES_INCORRECT, DOWNLOAD_DATE_FUTURE,
     * EXPORT_HOURS_NOT_FOUND, EXPORT_ROWS_NOT_FOUND, EXPORT_SELECTION_EMPTY,
     * EXPORT_BUSY, EXPORT_QUOTA_EXCEEDED, EXPORT_DISK_FULL, RATE_LIMITED.
     */
    async create(scope: Scope, what: ExportDraft): Promise<Export> {
      requireDays(what, clock.now())
      await selection.localsOf(scope, what)
      await selection.requireRows(scope, what)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (!(await diskSpace(folder)).enough)
        throw new AppError('EXPORT_DISK_FULL', 'The disk of the server has too little space left for another file.')
      const id = await begin(scope, what)
      queue.wake()
      return listing.find(scope, id)
    },

    /** Cancels what is not finished and removes what is. Throws EXPORT_NOT_FOUND. */
    async remove(scope: Scope, id: number): Promise<void> {
      const { what, state } = await storedExport(catalog, scope, id)
      await catalog.transaction(async ({ exports, audit }) => {
        if (!(await exports.remove(scope, id))) throw exportNotFound(id)
        await audit.append(scope, {
          action: 'export.remove',
          target: `export ${id}`,
          details: { clients: what.clients, state },
          at: clock.now(),
        })
      })
      await queue.stop(id)
      await files.erase(id)
    },

    /** After a start: what was being made is begun again, and nothing is left of its files. */
    async recover(): Promise<void> {
      await catalog.exports.requeue(SYSTEM_SCOPE)
      await sweep()
      queue.wake()
    },

    /** Makes what waits, and removes what has expired. */
    async runMaintenance(): Promise<void> {
      await catalog.exports.expire(SYSTEM_SCOPE, clock.now())
      await sweep()
      await queue.makeWaiting()
    },

    close: queue.close,
  }
}

export type ExportService = ReturnType<typeof exportService>

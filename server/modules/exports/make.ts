/** Makes one export: as its owner is now, both files, and how it ended. */
import type { FastifyBaseLogger } from 'fastify'
import { manifestFileName } from '#domain/export'
import type { Export } from '#schemas/generated/entities/export.ts'
import type { Repositories } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import { askerOf, runAs } from '../../lib/asker.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { accessLost, ownerOf } from './access.ts'
import { ExportError, type ExportFailure } from './failure.ts'
import type { ExportFiles } from './files.ts'
import { manifestOf } from './manifest.ts'
import type { StoredExport } from './repo.ts'
import type { ExportSelection } from './selection.ts'
import { writeExport } from './write.ts'

/** An export that ends its process again and again is abandoned. */
const MAX_TRIES = 3
const MB = 1_000_000

export interface MakeParts {
  readonly catalog: Pick<Repositories, 'exports' | 'users'>
  readonly facts: Pick<FactStore, 'exports'>
  readonly selection: Pick<ExportSelection, 'rowsOf' | 'asOf'>
  readonly files: Pick<ExportFiles, 'begin' | 'erase'>
  readonly clock: Clock
  readonly keptDays: number
  readonly quotaMb: number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

type OnProgress = (rows: number, totalRows: number) => void

export function exportMaker({ catalog, facts, selection, files, clock, keptDays, quotaMb, log }: MakeParts) {
  async function make(
    stored: StoredExport,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Pick<Export, 'rows' | 'bytes' | 'files'>> {
    const { id, what } = stored
    const scope = await ownerOf(catalog, stored)
    const of = await selection.rowsOf(scope, what).catch((error: unknown) => {
      throw error instanceof AppError && error.status === 404 ? accessLost() : error
    })
    const { bytes: taken } = await catalog.exports.load(scope)
    const part = await files.begin(id)
    const written = await runAs(askerOf(scope), () =>
      writeExport(facts.exports, of, {
        begin: what.begin,
        end: what.end,
        format: what.format,
        folder: part.folder,
        maxBytes: Math.max(0, quotaMb * MB - taken),
        signal,
        onProgress,
      }),
    )
    const described = manifestOf({ what, of, written, asOf: await selection.asOf(of), madeAt: clock.now() })
    const text = Buffer.from(`${JSON.stringify(described, null, 2)}\n`)
    const manifest = await part.write(manifestFileName(what), text)
    signal.throwIfAborted()
    await part.complete()
    return {
      rows: written.rows,
      bytes: written.bytes + manifest.bytes,
      files: [
        { file: 'data', name: written.name, bytes: written.bytes, sha256: written.sha256 },
        { file: 'manifest', ...manifest },
      ],
    }
  }

  function failureOf(id: number, error: unknown): ExportFailure {
    if (error instanceof ExportError) return { code: error.code, message: error.message, details: error.details }
    log.error({ err: error }, `export ${id} could not be made`)
    return { code: 'EXPORT_FAILED', message: 'Something went wrong on our side; the file was not made.', details: {} }
  }

  /** Makes it and keeps how it ended. Nothing is kept, nor left of its files, when the signal ends it. */
  return async (stored: StoredExport, signal: AbortSignal, onProgress: OnProgress): Promise<void> => {
    const { id } = stored
    const since = performance.now()
    const expiresAt = () => clock.now() + keptDays * 86_400_000
    try {
      if (stored.tries > MAX_TRIES)
        throw new ExportError('EXPORT_INTERRUPTED', `The server stopped ${MAX_TRIES} times while it made this file.`, {
          tries: MAX_TRIES,
        })
      const made = await make(stored, signal, onProgress)
      if (
        !(await catalog.exports.end(
          stored,
          { state: 'ready', ...made, error: null, expiresAt: expiresAt() },
          clock.now(),
        ))
      )
        await files.erase(id)
      log.info(
        { export: id, ms: Math.round(performance.now() - since), rows: made.rows, bytes: made.bytes },
        'export made',
      )
    } catch (error) {
      await files.erase(id)
      // Its owner removed it, or the server stops: then it is begun again after the next start.
      if (signal.aborted) return
      await catalog.exports.end(
        stored,
        { state: 'failed', rows: 0, bytes: 0, files: [], error: failureOf(id, error), expiresAt: expiresAt() },
        clock.now(),
      )
    }
  }
}

export type ExportMaker = ReturnType<typeof exportMaker>

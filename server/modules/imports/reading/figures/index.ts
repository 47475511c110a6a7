/** Imports of figures from the command line, through the same code as those of the page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { SYSTEM_CLOCK } from '../../../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../../../lib/scope.ts'
import { textFiles } from '../files.ts'
import { ImportError } from '../import-error.ts'
import type { ImportStores } from '../index.ts'
import { sampleOf } from '../sample.ts'
import type { FigureFormat } from './formats.ts'
import { figureFormatOf } from './figure-format.ts'
import { figuresJob, matchesOf, stagedFigures } from './job.ts'
import { storeFigures } from './store.ts'

export interface FigureOptions {
  readonly files: readonly string[]
  readonly format: string
  readonly client: string
  readonly settings?: ImportSettings
  /** File that names the places, where its columns do not say so. */
  readonly sensors?: string
  /** Epoch ms; decides what is in the future. */
  readonly now?: number
  /** Where the lines wait: a folder from which the facts may take them. */
  readonly within?: string
}

export interface PreparedFigures {
  /** The figures that would be stored. */
  readonly report: ImportReport
  /** Stores everything or nothing, once, and notes it in the history. */
  store(stores: ImportStores): Promise<ImportReport>
  /** Removes what was set aside for it. */
  close(): void
}

/**
 * Reads and checks all files. Nothing is stored yet.
 *
 * @throws {ImportError} when a file is refused as a whole
 */
export async function prepareFigures(options: FigureOptions): Promise<PreparedFigures> {
  const { format: name, settings = {}, sensors, now = SYSTEM_CLOCK.now(), within } = options
  const client = options.client.trim()
  if (options.files.length === 0) throw new ImportError('IMPORT_OPTION_INVALID', 'No file was given.')
  if (client === '' || client.length > 200)
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `The client is ${JSON.stringify(options.client)}; a name of 1 to 200 characters was expected (--client).`,
    )
  const work = mkdtempSync(join(tmpdir(), 'aforo-files-'))
  try {
    const files = options.files.map((path) => ({ path, name: basename(path) }))
    const texts = await textFiles(files, { folder: work })
    const samples = []
    for (const text of texts) samples.push(await sampleOf(text, undefined))
    const format = figureFormatOf(
      { ...settings, format: name },
      samples.map(({ header }) => header),
    ) as FigureFormat
    const given = { settings, locals: [], nowMs: now, ...(within !== undefined && { within }) }
    const job = await figuresJob(samples, format, { ...given, ...(sensors !== undefined && { sensors }) })
    const names = samples.map((sample) => sample.name)
    return {
      report: job.read.report,
      store: ({ catalog, facts, now: at }) => storeNow({ catalog, facts, now: at }),
      close: () => job.read.stage.close(),
    }

    async function storeNow({ catalog, facts, now: at }: ImportStores): Promise<ImportReport> {
      const known = await catalog.clients.findByName(SYSTEM_SCOPE, client)
      const locals = known === undefined ? [] : await catalog.locals.list(SYSTEM_SCOPE, { client: known.id })
      const matches = matchesOf(job.read, locals, settings.places ?? [])
      const staged = stagedFigures({ ...job, matches }, format, names)
      await job.read.stage.leave()
      const entry = {
        client: null,
        files: names.map((file) => ({ name: file.slice(0, 200), bytes: 0, kind: 'csv' as const })),
      }
      const id = await catalog.imports.begin(
        SYSTEM_SCOPE,
        { ...entry, settings: { newClient: client }, loadsClean: true },
        at,
      )
      try {
        const report = await storeFigures(staged, { catalog, facts, now: at, client: known?.id ?? client, import: id })
        await catalog.transaction(async ({ imports, audit }) => {
          const found = { found: [], guessed: {}, preview: null, places: [], questions: [] }
          await imports.found(SYSTEM_SCOPE, id, found, report)
          await imports.move(SYSTEM_SCOPE, id, ['reading'], 'loaded', at)
          const { lines, firstDay: begin, lastDay: end } = report
          await audit.append(SYSTEM_SCOPE, {
            action: 'import.loaded',
            target: `import ${id}`,
            at,
            details: { files: names, lines, begin, end },
          })
        })
        return report
      } catch (error) {
        await catalog.imports.move(SYSTEM_SCOPE, id, ['reading'], 'failed', at)
        throw error
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

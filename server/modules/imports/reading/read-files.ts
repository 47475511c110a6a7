import { stat } from 'node:fs/promises'
import { ATOM_COLUMNS } from '../../../facts/columns.ts'
import { createQuarantine, type LineQuarantine } from './quarantine.ts'
import { textOf } from './cells.ts'
import { columnsOf, columnUses, type Columns, type ColumnUse } from './columns.ts'
import { createCountReader } from './counts.ts'
import { type Reading } from './reading.ts'
import { ImportError } from './import-error.ts'
import type { Preset } from './preset.ts'
import { createRefusals, refuseAll, type Refusals } from './refusals.ts'
import { readRows } from './rows.ts'
import { createStage, type Stage } from './stage.ts'
import { streamText } from './text-stream.ts'
import { createUnusedColumns } from './unused.ts'

export interface FilesRead {
  readonly reading: Reading
  readonly stage: Stage
  readonly quarantine: LineQuarantine
  readonly columns: readonly ColumnUse[]
}

export interface SourceFile {
  readonly path: string
  /** As people call it. */
  readonly name: string
}

interface Source {
  readonly path: string
  readonly file: string
  readonly at: Columns
}

interface ReadFilesOptions {
  readonly preset: Preset
  readonly zone: string
  readonly nowS: number
  readonly within?: string
  readonly onProgress?: (phase: 'reading', done: number, of: number, lines: number) => void
}

/**
 * Reads all files of an import into a stage, which the caller closes. First their headers, then their lines.
 *
 * @throws {ImportError} of the file that is refused; of several, one that names all of them
 */
export async function readFiles(
  files: readonly SourceFile[],
  { preset, zone, nowS, within, onProgress }: ReadFilesOptions,
): Promise<FilesRead> {
  const { refusals, attempt } = createRefusals()
  const sources = await sourcesOf(files, preset, attempt)

  const atoms = ATOM_COLUMNS.filter((atom) => sources.some(({ at }) => at.atoms.has(atom)))
  const stage = await createStage(atoms, within)
  try {
    const quarantine = createQuarantine()
    const unused = createUnusedColumns(preset)
    const sizes = await Promise.all(sources.map(async ({ path }) => (await stat(path)).size))
    const [all, before] = [sizes.reduce((sum, size) => sum + size, 0), { bytes: 0 }]
    const reader = createCountReader({
      atoms,
      preset,
      zone,
      nowS,
      stage,
      quarantine,
      unused,
      onRead: (bytes, lines) => {
        onProgress?.('reading', before.bytes + bytes, all, lines)
      },
    })
    const digests = new Map<string, string>()
    await stage.run('BEGIN')
    for (const [i, { path, file, at }] of sources.entries()) {
      await attempt(file, async () => {
        const { digest } = await reader.readFile(path, file, at)
        const same = digests.get(digest)
        if (same !== undefined)
          throw new ImportError(
            'FILE_TWICE',
            `${file} and ${same} are the same file; give it once. Nothing was loaded.`,
            [`${same} = ${file}`],
          )
        digests.set(digest, file)
      })
      before.bytes += sizes[i]!
    }
    await stage.run('COMMIT')
    const reading = reader.reading()
    const hasPlaces = sources.some(({ at }) => at.sensor >= 0)
    if (refusals.length === 0)
      await attempt('', async () =>
        unused.refuse(
          sources.map(({ file }) => file),
          reading.places,
          hasPlaces,
        ),
      )
    refuseAll(refusals, files.length)
    return {
      reading,
      stage,
      quarantine,
      columns: columnUses(
        sources.map(({ at }) => at),
        unused.reasons(reading.places, hasPlaces),
      ),
    }
  } catch (error) {
    stage.close()
    throw error
  }
}

/** The files with the columns that they are read by; those that lack some are refused. */
export async function sourcesOf(
  files: readonly SourceFile[],
  preset: Preset,
  attempt: Refusals['attempt'],
): Promise<Source[]> {
  const sources: Source[] = []
  for (const { path, name: file } of files) {
    const at = await attempt(file, async () => columnsOf(file, await headerOf(path, file, preset.separator), preset))
    if (at !== null) sources.push({ path, file, at })
  }
  return sources
}

/** The first row of a file; the rest is not read. */
async function headerOf(path: string, file: string, separator: string | undefined): Promise<string[]> {
  let header: string[] | null = null
  async function* untilHeader(blocks: AsyncIterable<Buffer>) {
    for await (const block of blocks) {
      yield block
      if (header !== null) return
    }
  }
  await readRows(
    untilHeader(streamText(path, file).blocks),
    file,
    ({ buffer, starts, ends, length }) => {
      header ??= Array.from({ length }, (_, c) => textOf(buffer, starts[c]!, ends[c]!).trim())
    },
    separator,
  ).catch((error: unknown) => {
    // The rows behind the header are read, and refused, in their turn.
    if (header === null) throw error
  })
  return header!
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { SYSTEM_CLOCK } from '../../../lib/clock.ts'
import type { Catalog } from '../../../catalog.ts'
import { FactsError } from '../../../facts/errors.ts'
import type { ImportMemory } from '../../../facts/imports.ts'
import type { FactStore } from '../../../facts/store.ts'
import { isZone } from '../../../facts/zone.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { apiReport } from './api-report.ts'
import { countedHours, type Counted, type ImportedHour } from './counted.ts'
import { readCsv } from './csv.ts'
import { textFiles } from './files.ts'
import { mergeHours } from './hours.ts'
import { withDirection } from './guess-columns.ts'
import { ImportError } from './import-error.ts'
import { meaningOf } from './line-meaning.ts'
import { loadHours, loadPlaces, nothingTaken, type LoadOptions, type Places } from './load.ts'
import { readPlaces, type PlaceFile } from './places.ts'
import type { Preset } from './preset.ts'
import { readFiles, type SourceFile } from './read-files.ts'
import { readTextFile } from './read-file.ts'
import { reportOf, type ImportReport, type Reported } from './report.ts'
import { sampleOf } from './sample.ts'
import { findFaults } from './sentinels.ts'
import type { Stage } from './stage.ts'
import { reportedOf, stagedOf, type PlaceExtent, type Staged } from './staged.ts'

export interface ImportOptions {
  readonly files: readonly (string | SourceFile)[]
  readonly preset: Preset
  readonly client: string
  /** IANA zone; the one of the preset when left out. */
  readonly zone?: string
  /** File that names the places and says where they are. */
  readonly sensors?: string | SourceFile
  /** Epoch ms; decides what is in the future. */
  readonly now?: number
  /**
   * Where the lines wait: a folder from which the facts may take them (`stagesBeside`). The temporary folder when left
   * out.
   */
  readonly within?: string
  /** An empty cell takes back what an earlier import said. */
  readonly retracts?: boolean
}

export interface ImportStores {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'imports' | 'rollForward' | 'checkpoint'>
  /** Epoch ms. */
  readonly now: number
  readonly memory?: ImportMemory
}

/** Files that were read and checked, ready to be stored. Its lines are in a file on the disk until it is closed. */
export interface PreparedImport {
  /** The hours that would be stored. */
  readonly report: ImportReport
  /** All hours at once, for those who do something else with them. */
  counted(): Promise<Counted>
  /** Stores the client, its locals and areas, and no counts. @param hours leaves out places without any of these */
  storePlaces(stores: Omit<ImportStores, 'facts'>, hours?: readonly ImportedHour[]): Promise<Places>
  /**
   * Stores everything or nothing, once, and notes it in the history.
   *
   * @throws {ImportError} IMPORT_NOT_STORED, IMPORT_ZONE_CONFLICT, IMPORT_NOTHING_TAKEN
   */
  store(stores: ImportStores): Promise<ImportReport>
  /** Removes what was set aside for it. */
  close(): void
}

/**
 * Reads and checks all files of an import. Nothing is written until all of them are known to be good.
 *
 * @throws {ImportError} when a file is refused as a whole; all files that are refused are named
 */
export async function prepareImport(options: ImportOptions): Promise<PreparedImport> {
  const { preset, client, retracts = false } = options
  if (client.trim() === '' || client.length > 200)
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `The client is ${JSON.stringify(client)}; a name of 1 to 200 characters was expected (--client).`,
    )
  const { reported, stage, extents } = await unpackedImport(options)
  const { reading, merging, sensors, files: names } = reported
  const places = { client: client.trim(), preset, zone: reading.zone, infos: sensors?.infos ?? new Map() }
  return {
    report: reportOf(reported),
    counted: () => countedHours(reading, stage),
    storePlaces: ({ catalog, now: at }, hours) =>
      loadPlaces(reading, hours ? takenIn(hours, reading.streams) : merging, { ...places, catalog, now: at }),
    async store({ catalog, facts, now, memory }) {
      const staged = stagedOf(stage.file, reported, extents)
      await stage.leave()
      const id = await catalog.imports.begin(
        SYSTEM_SCOPE,
        {
          client: null,
          files: names.map((name) => ({ name: name.slice(0, 200), bytes: 0, kind: 'csv' })),
          settings: { newClient: client.trim() },
          loadsClean: true,
        },
        now,
      )
      try {
        const report = await storeStaged(staged, {
          ...places,
          catalog,
          facts,
          now,
          import: id,
          retracts,
          ...(memory && { memory }),
        })
        await catalog.transaction(async ({ imports, audit }) => {
          await imports.found(
            SYSTEM_SCOPE,
            id,
            { found: [], guessed: {}, preview: null, places: [], questions: [] },
            apiReport(report, reading.skipped),
          )
          await imports.move(SYSTEM_SCOPE, id, ['reading'], 'loaded', now)
          await audit.append(SYSTEM_SCOPE, {
            action: 'import.loaded',
            target: `import ${id}`,
            at: now,
            details: { files: names, lines: report.lines, begin: report.firstDay, end: report.lastDay },
          })
        })
        return report
      } catch (error) {
        await catalog.imports.move(SYSTEM_SCOPE, id, ['reading'], 'failed', now)
        throw error
      }
    },
    close: () => stage.close(),
  }
}

/** Archives, workbooks and Parquet files are written out beside, and removed again. */
async function unpackedImport(options: ImportOptions): Promise<ImportRead> {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-files-'))
  try {
    const files = await textFiles(
      options.files.map((file) => (typeof file === 'string' ? { path: file, name: basename(file) } : file)),
      { folder },
    )
    return await readImport({ ...options, files, preset: await directed(options.preset, files[0]) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With the direction of the lines, which the names of columns do not have. */
async function directed(preset: Preset, first: SourceFile | undefined): Promise<Preset> {
  if (first === undefined) return preset
  try {
    const { header, rows } = await sampleOf(first, preset.separator)
    return withDirection(preset, header, rows)
  } catch (error) {
    // It is refused when its turn comes, together with the others.
    if (error instanceof ImportError) return preset
    throw error
  }
}

export interface ImportRead {
  readonly reported: Reported
  readonly stage: Stage
  readonly extents: readonly PlaceExtent[]
}

/**
 * Reads and checks all files of an import into a stage, which the caller closes.
 *
 * @throws {ImportError} when a file is refused as a whole; all files that are refused are named
 */
export async function readImport({
  files,
  preset,
  zone = preset.timeZone,
  sensors,
  now = SYSTEM_CLOCK.now(),
  within,
  onProgress,
}: Omit<ImportOptions, 'client'> & { onProgress?: ReadProgress }): Promise<ImportRead> {
  if (files.length === 0) throw new ImportError('IMPORT_OPTION_INVALID', 'No file was given.')
  if (zone === undefined || !isZone(zone))
    throw new ImportError(
      'IMPORT_ZONE_UNKNOWN',
      `The time zone is ${JSON.stringify(zone ?? '')}; an IANA name was expected, for example --time-zone ` +
        'Europe/Madrid.',
    )
  const sources = files.map((file) => (typeof file === 'string' ? { path: file, name: basename(file) } : file))

  const { reading, stage, quarantine, columns } = await readFiles(sources, {
    preset,
    zone,
    nowS: Math.floor(now / 1000),
    ...(within !== undefined && { within }),
    ...(onProgress && { onProgress }),
  })
  try {
    const places = sensors === undefined ? null : await placesOf(sensors, reading.places, preset)
    onProgress?.('sorting', 0, 0, reading.lines)
    await findFaults(reading, preset, stage)
    const meaning = await meaningOf(reading, preset, stage)
    const merging = await mergeHours(reading, preset, meaning, stage, quarantine)
    if (merging.taken === merging.nulls) throw nothingTaken(quarantine.reasons())
    return {
      reported: {
        files: sources.map(({ name }) => name),
        format: preset.name,
        columns,
        reading,
        merging,
        apart: quarantine.reasons(),
        sensors: places,
      },
      stage,
      extents: await extentsOf(reading, stage),
    }
  } catch (error) {
    stage.close()
    throw error
  }
}

function placesOf(file: string | SourceFile, wanted: readonly string[], preset: Preset): Promise<PlaceFile> {
  const { path, name } = typeof file === 'string' ? { path: file, name: basename(file) } : file
  return readTextFile(path).then((text) => readPlaces(name, readCsv(text, name), wanted, preset))
}

/** Called with the progress: bytes of the files, or 0 of 0 while it continues. */
export type ReadProgress = (phase: 'reading' | 'sorting', done: number, of: number, lines: number) => void

async function extentsOf({ streams }: Reported['reading'], stage: Stage): Promise<PlaceExtent[]> {
  const found = new Map<number, { place: number; lines: number; firstDay: number | null; lastDay: number | null }>()
  const rows =
    await stage.run(`SELECT stream, lines, first, last FROM (SELECT stream, count(*)::INTEGER AS lines FROM line
      GROUP BY stream) l
    LEFT JOIN (SELECT stream, min(day) AS first, max(day) AS last FROM slot GROUP BY stream) s USING (stream)`)
  for (const [stream, lines, first, last] of rows) {
    const { place } = streams[Number(stream)]!
    const one = found.get(place) ?? { place, lines: 0, firstDay: null, lastDay: null }
    one.lines += Number(lines)
    if (first !== null && last !== null) {
      one.firstDay = Math.min(one.firstDay ?? Infinity, Number(first))
      one.lastDay = Math.max(one.lastDay ?? -Infinity, Number(last))
    }
    found.set(place, one)
  }
  return [...found.values()].toSorted((a, b) => a.place - b.place)
}

/**
 * Stores what was read: everything or nothing.
 *
 * @throws {ImportError} IMPORT_NOT_STORED, IMPORT_ZONE_CONFLICT, IMPORT_NOTHING_TAKEN
 */
export async function storeStaged(
  staged: Staged,
  options: Omit<LoadOptions, 'stage' | 'cause' | 'infos'>,
): Promise<ImportReport> {
  const reported = reportedOf(staged)
  const { files, reading, merging, sensors } = reported
  const cause = `import ${options.import} ${files[0]}${files.length > 1 ? ` and ${files.length - 1} more` : ''}`.slice(
    0,
    200,
  )
  try {
    return reportOf(
      reported,
      await loadHours(reading, merging, { ...options, stage: staged.stage, cause, infos: sensors?.infos ?? new Map() }),
    )
  } catch (error) {
    throw error instanceof FactsError ? notStored(error) : error
  }
}

/** A refusal of the import itself comes out of the store as the cause of a write that failed. */
function notStored(error: FactsError): ImportError {
  return error.cause instanceof ImportError
    ? error.cause
    : new ImportError('IMPORT_NOT_STORED', `Nothing was stored: ${error.message}`, [], { cause: error })
}

function takenIn(hours: readonly ImportedHour[], streams: readonly { place: number; area: number }[]) {
  const firstDays = new Map<number, number>()
  const seen = new Set<string>()
  for (const { place, area, day } of hours) {
    firstDays.set(place, Math.min(day, firstDays.get(place) ?? day))
    seen.add(`${place}/${area}`)
  }
  return {
    firstDays,
    lastDay: hours.reduce((last, { day }) => Math.max(last, day), 0),
    streams: new Set(streams.flatMap(({ place, area }, stream) => (seen.has(`${place}/${area}`) ? [stream] : []))),
  }
}

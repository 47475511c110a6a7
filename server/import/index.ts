import { basename } from 'node:path'
import { SYSTEM_CLOCK } from '../clock.ts'
import type { Catalog } from '../db/catalog.ts'
import { FactsError } from '../facts/errors.ts'
import type { FactStore } from '../facts/store.ts'
import { isZone } from '../facts/zone.ts'
import { countedHours, type Counted, type ImportedHour } from './counted.ts'
import { readCsv } from './csv.ts'
import { ImportError } from './import-error.ts'
import { loadHours, loadPlaces, nothingTaken, type Places } from './load.ts'
import { readPlaces } from './places.ts'
import type { Preset } from './preset.ts'
import { readFiles } from './read-files.ts'
import { readTextFile } from './read-file.ts'
import { reportOf, type ImportReport } from './report.ts'
import { findFaults } from './sentinels.ts'
import { meaningOf } from './line-meaning.ts'
import { mergeHours } from './hours.ts'

export interface ImportOptions {
  readonly files: readonly string[]
  readonly preset: Preset
  readonly client: string
  /** IANA zone; the one of the preset when left out. */
  readonly zone?: string
  /** File that names the places and says where they are. */
  readonly sensors?: string
  /** Epoch ms; decides what is in the future. */
  readonly now?: number
}

export interface ImportStores {
  readonly catalog: Catalog
  readonly facts: FactStore
  /** Epoch ms. */
  readonly now: number
}

/** Files that were read and checked, ready to be stored. Its lines are in a file on the disk until it is closed. */
export interface PreparedImport {
  /** What would be stored. */
  readonly report: ImportReport
  /** All hours at once, for those who do something else with them. */
  counted(): Promise<Counted>
  /** Stores the client, its locals and areas, and no counts. @param hours leaves out places without any of these */
  storePlaces(stores: Omit<ImportStores, 'facts'>, hours?: readonly ImportedHour[]): Promise<Places>
  /**
   * Stores everything or nothing.
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
export async function prepareImport({ files, preset, client, zone = preset.timeZone, sensors, now = SYSTEM_CLOCK.now() }: ImportOptions): Promise<PreparedImport> {
  if (files.length === 0) throw new ImportError('IMPORT_OPTION_INVALID', 'No file was given.')
  if (client.trim() === '' || client.length > 200) throw new ImportError('IMPORT_OPTION_INVALID', `The client is ${JSON.stringify(client)}; a name of 1 to 200 characters was expected (--client).`)
  if (zone === undefined || !isZone(zone)) throw new ImportError('IMPORT_ZONE_UNKNOWN', `The time zone is ${JSON.stringify(zone ?? '')}; an IANA name was expected, for example --time-zone Europe/Madrid.`)

  const read = await readFiles(files, { preset, zone, nowS: Math.floor(now / 1000) })
  const { reading, stage, apart, columns } = read
  try {
    const places = sensors === undefined ? null : readPlaces(basename(sensors), readCsv(await readTextFile(sensors)), reading.places, preset)
    await findFaults(reading, preset, stage)
    const meaning = await meaningOf(reading, preset, stage)
    const merging = await mergeHours(reading, preset, meaning, stage, apart)
    if (merging.taken === merging.nulls) throw nothingTaken(apart.reasons())
    const names = files.map((file) => basename(file))
    const cause = `import ${names[0]}${names.length > 1 ? ` and ${names.length - 1} more` : ''}`.slice(0, 200)
    const reported = { files: names, format: preset.name, columns, reading, merging, apart: apart.reasons(), sensors: places }
    const options = { client: client.trim(), preset, zone, cause, infos: places?.infos ?? new Map() }
    return {
      report: reportOf(reported),
      counted: () => countedHours(reading, stage),
      storePlaces: ({ catalog, now: at }, hours) => loadPlaces(reading, hours ? takenIn(hours, reading.streams) : merging, { ...options, catalog, now: at }),
      async store(stores) {
        try {
          return reportOf(reported, await loadHours(reading, merging, stage, { ...stores, ...options }))
        } catch (error) {
          throw error instanceof FactsError ? notStored(error) : error
        }
      },
      close: () => stage.close(),
    }
  } catch (error) {
    stage.close()
    throw error
  }
}

/** A refusal of the import itself comes out of the store as the cause of a write that failed. */
function notStored(error: FactsError): ImportError {
  return error.cause instanceof ImportError ? error.cause : new ImportError('IMPORT_NOT_STORED', `Nothing was stored: ${error.message}`, [], { cause: error })
}

function takenIn(hours: readonly ImportedHour[], streams: readonly { place: number; area: number }[]) {
  const firstDays = new Map<number, number>()
  const seen = new Set<string>()
  for (const { place, area, day } of hours) {
    firstDays.set(place, Math.min(day, firstDays.get(place) ?? day))
    seen.add(`${place}/${area}`)
  }
  return {
    firstDays, lastDay: hours.reduce((last, { day }) => Math.max(last, day), 0),
    streams: new Set(streams.flatMap(({ place, area }, stream) => (seen.has(`${place}/${area}`) ? [stream] : []))),
  }
}

import { basename } from 'node:path'
import type { Catalog } from '../db/catalog.ts'
import { FactsError } from '../facts/errors.ts'
import type { FactStore } from '../facts/store.ts'
import { isZone } from '../facts/zone.ts'
import { readCounts, type NamedTable, type Reading } from './counts.ts'
import { readCsv } from './csv.ts'
import { mergeHours, type Merging } from './hours.ts'
import { ImportError } from './import-error.ts'
import { apartOf, loadHours, loadPlaces, type Places } from './load.ts'
import { readPlaces, type PlaceInfo } from './places.ts'
import type { Preset } from './preset.ts'
import { readTextFile } from './read-file.ts'
import { reportOf, type ImportReport } from './report.ts'

export interface ImportOptions {
  readonly files: readonly string[]
  readonly preset: Preset
  readonly client: string
  /** IANA zone; the one of the preset when left out. */
  readonly zone?: string
  /** File that names the places and says where they are. */
  readonly sensors?: string
}

export interface ImportStores {
  readonly catalog: Catalog
  readonly facts: FactStore
  /** Epoch ms. */
  readonly now: number
}

/** Files that were read and checked, ready to be stored. */
export interface PreparedImport {
  /** What would be stored. */
  readonly report: ImportReport
  /** What was read, for those who do something else with it. */
  readonly counted: { readonly reading: Reading; readonly merging: Merging }
  /** Stores the client, its locals and areas, and no counts. */
  storePlaces(stores: Omit<ImportStores, 'facts'>): Promise<Places>
  /**
   * Stores everything or nothing.
   *
   * @throws {ImportError} IMPORT_NOT_STORED
   */
  store(stores: ImportStores): Promise<ImportReport>
}

/**
 * Reads and checks all files of an import. Nothing is written until all of them are known to be good.
 *
 * @throws {ImportError} when a file is refused as a whole
 */
export async function prepareImport({ files, preset, client, zone = preset.timeZone, sensors }: ImportOptions): Promise<PreparedImport> {
  if (files.length === 0) throw new ImportError('IMPORT_OPTION_INVALID', 'No file was given.')
  if (client.trim() === '' || client.length > 200) throw new ImportError('IMPORT_OPTION_INVALID', `The client is ${JSON.stringify(client)}; a name of 1 to 200 characters was expected (--client).`)
  if (zone === undefined || !isZone(zone)) throw new ImportError('IMPORT_ZONE_UNKNOWN', `The time zone is ${JSON.stringify(zone ?? '')}; an IANA name was expected, for example --time-zone Europe/Madrid.`)

  const tables: NamedTable[] = []
  for (const file of files) tables.push({ file: basename(file), ...readCsv(await readTextFile(file)) })
  const reading = readCounts(tables, preset, zone)
  const merging = mergeHours(reading, preset)
  const places = sensors === undefined ? new Map<string, PlaceInfo>() : readPlaces(readCsv(await readTextFile(sensors)), reading.places, preset)
  const kept = [...reading.apart, ...merging.apart.map(({ count, reason }) => apartOf(count, reason, tables))]
  const names = tables.map(({ file }) => file)
  const cause = `import ${names[0]}${names.length > 1 ? ` and ${names.length - 1} more` : ''}`.slice(0, 200)

  const options = { client: client.trim(), preset, zone, cause, places, tables }
  return {
    report: reportOf(names, preset.name, reading, merging, kept),
    counted: { reading, merging },
    storePlaces: ({ catalog, now }) => loadPlaces(reading, merging, { ...options, catalog, now }),
    async store(stores) {
      try {
        const loaded = await loadHours(reading, merging, kept, { ...stores, ...options })
        return reportOf(names, preset.name, reading, merging, [...kept, ...loaded.apart], loaded)
      } catch (error) {
        if (!(error instanceof FactsError)) throw error
        throw new ImportError('IMPORT_NOT_STORED', `Nothing was stored: ${error.message}`, [], { cause: error })
      }
    },
  }
}

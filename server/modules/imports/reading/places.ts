import { basename } from 'node:path'
import type { Table } from './csv.ts'
import { ImportError } from './import-error.ts'
import { nameFrom } from './names.ts'
import { PRESETS, type Preset } from './preset.ts'

export interface PlaceInfo {
  readonly name: string
  readonly lat: number | null
  readonly lng: number | null
}

/** A file of places, with the details of the places of the counts. */
export interface PlaceFile {
  readonly file: string
  /** The column that names the places as the counts do. */
  readonly column: string
  /** By tidy lower-case name. */
  readonly infos: ReadonlyMap<string, PlaceInfo>
  readonly matched: number
  /** Places of the counts that the file does not know. */
  readonly missing: readonly string[]
  /** Names that several places of the counts have. */
  readonly shared: readonly { readonly name: string; readonly places: readonly string[] }[]
}

const SHOWN = 10
const NAMES = ['name', 'description', 'title', 'station']
const [LAT, LNG] = [
  ['lat', 'latitude'],
  ['lng', 'lon', 'longitude'],
]
const WHEN: readonly string[] = [...PRESETS.values()].flatMap(({ columns }) => [
  ...columns.time,
  ...(columns.hour ?? []),
])

/** Whether a file is about places: it has names or positions, and no time. */
export function isPlaceFile(header: readonly string[]): boolean {
  const columns = new Set(header.map((column) => column.trim().toLowerCase()))
  const has = (names: readonly string[]) => names.some((name) => columns.has(name.toLowerCase()))
  return (has(NAMES) || (has(LAT) && has(LNG))) && !has(WHEN)
}

/**
 * Reads a file of places. Its key column is the one of the preset, else the one that fits most.
 *
 * @throws {ImportError} IMPORT_SENSORS_UNMATCHED when it knows none of the places, IMPORT_SENSORS_AMBIGUOUS when it has
 * two names for one
 */
export function readPlaces(file: string, table: Table, wanted: readonly string[], { places = {} }: Preset): PlaceFile {
  const find = (names: readonly string[]) =>
    names
      .map((name) => table.header.findIndex((column) => column.toLowerCase() === name.toLowerCase()))
      .find((at) => at >= 0) ?? -1
  const wantedKeys = new Set(wanted.map((name) => name.toLowerCase()))
  const hits = (column: number) => table.rows.filter(({ cells }) => wantedKeys.has(keyOf(cells[column]))).length
  const fitting = table.header
    .map((_, column) => column)
    .reduce((best, column) => (hits(column) > hits(best) ? column : best), 0)
  const given = find(places.key ?? [])
  const key = given >= 0 && hits(given) > 0 ? given : fitting
  const name = find([...(places.name ?? []), ...NAMES])
  const [lat, lng] = [find([...(places.lat ?? []), ...LAT]), find([...(places.lng ?? []), ...LNG])]
  const rows = table.rows.map(({ line, cells }) => ({
    line,
    cells,
    key: keyOf(cells[key]),
    info: {
      name: nameFrom(cells[name] ?? '') || nameFrom(cells[key] ?? ''),
      lat: degrees(cells[lat], 90),
      lng: degrees(cells[lng], 180),
    },
  }))
  refuseTwoLines(
    file,
    rows.filter((row) => wantedKeys.has(row.key)),
  )

  const infos = new Map(rows.map((row) => [row.key, row.info]))
  const missing = wanted.filter((place) => !infos.has(place.toLowerCase()))
  if (missing.length === wanted.length) {
    throw new ImportError(
      'IMPORT_SENSORS_UNMATCHED',
      `${file} names none of the ${wanted.length} places of the counts (such as ${wanted.slice(0, 3).join(', ')}); ` +
        `it has the columns ${table.header.join(', ').slice(0, 300)}. Nothing was loaded.`,
    )
  }
  const named = Map.groupBy(
    wanted.filter((place) => infos.has(place.toLowerCase())),
    (place) => infos.get(place.toLowerCase())!.name,
  )
  return {
    file,
    column: table.header[key] ?? '',
    infos,
    matched: wanted.length - missing.length,
    missing,
    shared: [...named].filter(([, of]) => of.length > 1).map(([shared, of]) => ({ name: shared, places: of })),
  }
}

const keyOf = (cell: string | undefined) => nameFrom(cell ?? '').toLowerCase()

/** Lines that differ: two names, or no file of places but counts, whose lines would be lost. */
function refuseTwoLines(
  file: string,
  rows: readonly { line: number; key: string; info: PlaceInfo; cells: readonly string[] }[],
) {
  const wrong = [...Map.groupBy(rows, ({ key }) => key).values()].filter((of) =>
    of.some(({ cells }) => cells.join('\0') !== of[0]!.cells.join('\0')),
  )
  if (wrong.length === 0) return
  throw new ImportError(
    'IMPORT_SENSORS_AMBIGUOUS',
    `${file} has several lines for ${wrong.length} of the places; leave one line for each. Nothing was loaded.`,
    wrong
      .slice(0, SHOWN)
      .map(
        (of) => `${of[0]!.key}: ${of.map(({ line, info }) => `${info.name} (${basename(file)}:${line})`).join(', ')}`,
      ),
  )
}

function degrees(text: string | undefined, most: number): number | null {
  const value = Number(text)
  return text === undefined || text.trim() === '' || !Number.isFinite(value) || Math.abs(value) > most ? null : value
}

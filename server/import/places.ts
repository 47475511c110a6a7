import type { Table } from './csv.ts'
import { tidy } from './counts.ts'
import type { Preset } from './preset.ts'

export interface PlaceInfo {
  readonly name: string
  readonly lat: number | null
  readonly lng: number | null
}

/** What a file of places says about the places of the counts, by tidy lower-case name. Its key column is the one that fits most. */
export function readPlaces(table: Table, wanted: readonly string[], { places = {} }: Preset): ReadonlyMap<string, PlaceInfo> {
  const find = (names: readonly string[]) => names.map((name) => table.header.findIndex((column) => column.toLowerCase() === name.toLowerCase())).find((at) => at >= 0) ?? -1
  const wantedKeys = new Set(wanted.map((name) => name.toLowerCase()))
  const hits = (column: number) => table.rows.filter(({ cells }) => wantedKeys.has(tidy(cells[column] ?? '').toLowerCase())).length
  const fitting = table.header.map((_, column) => column).reduce((best, column) => (hits(column) > hits(best) ? column : best), 0)
  const given = find(places.key ?? [])
  const key = given >= 0 && hits(given) > 0 ? given : fitting
  const name = find([...(places.name ?? []), 'name', 'description', 'title', 'station'])
  const [lat, lng] = [find([...(places.lat ?? []), 'lat', 'latitude']), find([...(places.lng ?? []), 'lng', 'lon', 'longitude'])]
  return new Map(table.rows.map(({ cells }) => [
    tidy(cells[key] ?? '').toLowerCase(),
    { name: tidy(cells[name] ?? '') || tidy(cells[key] ?? ''), lat: degrees(cells[lat], 90), lng: degrees(cells[lng], 180) },
  ]))
}

function degrees(text: string | undefined, most: number): number | null {
  const value = Number(text)
  return text === undefined || text.trim() === '' || !Number.isFinite(value) || Math.abs(value) > most ? null : value
}

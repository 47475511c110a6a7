/** Files of rooms with their seats. */
import type { readCsv } from './csv.ts'
import { fold } from './names.ts'

/** Columns of a file of places: the first one, or one of these names, and the seats. */
const SEAT_NAMES = [
  'seats',
  'capacity',
  'plazas',
  'aforo',
  'lugares',
  'lotacao',
  'mista',
  'kapacita',
  'places',
  'aforament',
  'posti',
  'capienza',
]
const ROOM_NAMES = ['room', 'sala', 'mistnost', 'sensor', 'local', 'place', 'name', 'code']

const plain = (name: string) => fold(name).normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Whether a header is that of a file of rooms with their seats. */
export const isSeatFile = (header: readonly string[]): boolean =>
  header.some((column) => SEAT_NAMES.includes(plain(column))) &&
  header.some((column) => ROOM_NAMES.includes(plain(column)))

export function seatsOf({ header, rows }: ReturnType<typeof readCsv>): Map<string, number> {
  const find = (names: readonly string[]) =>
    names.map((name) => header.findIndex((column) => plain(column) === name)).find((at) => at >= 0) ?? -1
  const [key, many] = [find(ROOM_NAMES), find(SEAT_NAMES)]
  return new Map(
    rows.flatMap(({ cells }) => {
      const [name, count] = [cells[key]?.trim() ?? '', Number(cells[many])]
      return name !== '' && Number.isInteger(count) && count > 0 ? [[name, count] as const] : []
    }),
  )
}

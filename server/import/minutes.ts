/** Imports people inside by the minute: reads with the row reader of the hourly imports, quarantines what cannot be, and stores all or nothing. */
import { basename } from 'node:path'
import { dayNumber } from '#domain/days'
import type { Repositories } from '../db/catalog.ts'
import { FactsError } from '../facts/errors.ts'
import { storeMinutes } from '../facts/occupancy-minute.ts'
import type { MinuteRow, MinutesStored } from '../facts/occupancy-minute.ts'
import { keepApart } from '../facts/quarantine.ts'
import { instantOf, isZone } from '../facts/zone.ts'
import { SYSTEM_SCOPE } from '../scope.ts'
import { textOf } from './cells.ts'
import { readCsv } from './csv.ts'
import { ImportError } from './import-error.ts'
import type { ImportStores } from './index.ts'
import type { MinuteFormat } from './minute-formats.ts'
import { readTextFile } from './read-file.ts'
import { readRows } from './rows.ts'
import { streamText } from './text-stream.ts'
import { parseHour, parseTimestamp } from './timestamp.ts'

export interface MinuteOptions {
  readonly files: readonly string[]
  readonly format: MinuteFormat
  readonly client: string
  readonly zone?: string
  /** File with the seats of the rooms. */
  readonly sensors?: string
}

type LineReason =
  'TIME_UNREADABLE' | 'TIME_SKIPPED' | 'COUNT_UNREADABLE' | 'NEGATIVE' | 'ABSURD' | 'SENSOR_MISSING' | 'CELLS_MISSING'
interface Apart {
  readonly file: string
  readonly line: number
  readonly reason: LineReason
  readonly cells: Readonly<Record<string, string>>
}
interface ReadMinute {
  readonly room: string
  readonly instant: number
  readonly people: number
}

export interface PreparedMinutes {
  readonly client: string
  readonly lines: number
  readonly minutes: number
  /** Lines of a minute that another line says the same of, and those that contradict it: the later one holds. */
  readonly repeated: number
  readonly contradicted: number
  readonly rooms: readonly string[]
  readonly apart: ReadonlyMap<LineReason, number>
  store(stores: ImportStores): Promise<MinutesStored>
}

const MINUTE_S = 60
/** No hall holds more. */
const MOST_PEOPLE = 200_000

/** @throws {ImportError} when a file is refused as a whole */
export async function prepareMinutes({
  files,
  format,
  client,
  zone = format.timeZone,
  sensors,
}: MinuteOptions): Promise<PreparedMinutes> {
  if (files.length === 0) throw new ImportError('IMPORT_OPTION_INVALID', 'No file was given.')
  if (client.trim() === '' || client.length > 200)
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `The client is ${JSON.stringify(client)}; a name of 1 to 200 characters was expected (--client).`,
    )
  if (!isZone(zone))
    throw new ImportError(
      'IMPORT_ZONE_UNKNOWN',
      `The time zone is ${JSON.stringify(zone)}; an IANA name was expected, for example --time-zone Europe/Madrid.`,
    )
  const apart: Apart[] = []
  const minutes = new Map<string, ReadMinute>()
  let [lines, repeated, contradicted] = [0, 0, 0]
  for (const path of files) {
    const file = basename(path)
    const read = lineReader(format, zone, file)
    await readRows(streamText(path).blocks, file, ({ buffer, starts, ends, length, line }) => {
      const found = read(
        Array.from({ length }, (_, c) => textOf(buffer, starts[c]!, ends[c]!).trim()),
        line,
      )
      if (found === null) return
      lines += 1
      if ('reason' in found) {
        apart.push(found)
        return
      }
      const key = `${found.room}\n${found.instant}`
      const before = minutes.get(key)
      if (before !== undefined) {
        if (before.people === found.people) repeated += 1
        else contradicted += 1
      }
      minutes.set(key, found)
    })
  }
  if (minutes.size === 0)
    throw new ImportError(
      'IMPORT_NOTHING_TAKEN',
      `No line of ${files.map((path) => basename(path)).join(', ')} has people inside that can be taken. Nothing was loaded.`,
    )
  const seats =
    sensors === undefined || format.seats === undefined
      ? new Map<string, number>()
      : seatsOf(readCsv(await readTextFile(sensors)), format.seats)
  const taken = [...minutes.values()]
  const counts = new Map<LineReason, number>()
  for (const { reason } of apart) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const source = `import ${basename(files[0] ?? '')}`.slice(0, 200)
  return {
    client: client.trim(),
    lines,
    minutes: taken.length,
    repeated,
    contradicted,
    rooms: [...new Set(taken.map(({ room }) => room))],
    apart: counts,
    store: ({ catalog, facts, now }) =>
      catalog
        .transaction(async (repositories) => {
          const places = await placesOf(repositories, client.trim(), {
            format,
            zone,
            rooms: new Set(taken.map(({ room }) => room)),
            seats,
          })
          const rows = taken.map(({ room, instant, people }): MinuteRow => ({ ...places.get(room)!, instant, people }))
          const of = rows[0]?.client ?? 0
          return facts.write(
            async (connection) => {
              await keepApart(
                connection,
                apart.map(({ file, line, reason, cells }) => ({
                  client: of,
                  local: 0,
                  reason,
                  source,
                  row: { file, line, ...cells },
                })),
                now,
              )
              return storeMinutes(connection, rows, { presence: format.presence, source, nowMs: now })
            },
            { changed: () => [] },
          )
        })
        .catch((error: unknown) => {
          throw error instanceof FactsError
            ? new ImportError('IMPORT_NOT_STORED', `Nothing was stored: ${error.message}`, [], { cause: error })
            : error
        }),
  }
}

/** Reads one line after the other, the header first: null = nothing to count. */
function lineReader(format: MinuteFormat, zone: string, file: string) {
  const { time, people, room } = format
  const names = 'column' in time ? [time.column] : [time.clock, time.dayId, time.weekday]
  let header: readonly string[] | null = null
  let at: (name: string) => number = () => -1
  const dates = 'column' in time ? null : hiddenDates(time, file)
  return (cells: readonly string[], line: number): ReadMinute | Apart | null => {
    if (header === null) {
      header = cells.map((name) => name.toLowerCase())
      const columns = header
      at = (name) => columns.indexOf(name.toLowerCase())
      const missing = [...names, people, ...(room === undefined ? [] : [room])].filter((name) => at(name) < 0)
      if (missing.length > 0)
        throw new ImportError(
          'FILE_COLUMNS_MISSING',
          `${file} has no column ${missing.join(', ')}; it has ${cells.join(', ').slice(0, 300)}. Nothing was loaded.`,
        )
      return null
    }
    const cell = (name: string) => cells[at(name)]
    const keep = (reason: LineReason): Apart => ({
      file,
      line,
      reason,
      cells: Object.fromEntries(
        (header ?? []).flatMap((name, c) => (cells[c] === undefined ? [] : [[name, cells[c]]])),
      ),
    })
    if (cells.length < Math.max(...[...names, people].map(at)) + 1) return keep('CELLS_MISSING')
    const name = room === undefined ? 'room' : (cell(room) ?? '')
    if (name === '') return keep('SENSOR_MISSING')
    const text = cell(people) ?? ''
    if (text === '') return null
    if (!/^-?\d{1,9}(\.0+)?$/.test(text)) return keep('COUNT_UNREADABLE')
    const count = Number(text)
    if (count < 0) return keep('NEGATIVE')
    if (count > (format.presence ? 1 : MOST_PEOPLE)) return keep('ABSURD')
    const civil =
      'column' in time
        ? (parseTimestamp(cell(time.column) ?? '')?.civil ?? null)
        : (dates?.(cell(time.dayId) ?? '', cell(time.weekday) ?? '', cell(time.clock) ?? '') ?? null)
    if (civil === null) return keep('TIME_UNREADABLE')
    // Some say :00 and :59 in turn: cut off, minutes would be lost and others come twice.
    const { instant, kind } = instantOf(zone, Math.round(civil / MINUTE_S) * MINUTE_S)
    return kind === 'gap' ? keep('TIME_SKIPPED') : { room: name, instant, people: count }
  }
}

/** Days without a date get those of their weekday in the order in which the days come. */
function hiddenDates({ firstDay, days }: { firstDay: string; days: number }, file: string) {
  const first = dayNumber(firstDay)
  const known = new Map<string, number>()
  const free = new Map<number, number[]>()
  // 1 January 1970 was a Thursday; Monday is 0.
  for (let day = first; day < first + days; day += 1) free.set((day + 3) % 7, [...(free.get((day + 3) % 7) ?? []), day])
  return (id: string, weekday: string, clock: string): number | null => {
    const second = parseHour(clock)
    if (second === null || !/^[0-6]$/.test(weekday) || id === '') return null
    const key = `${id} ${weekday}`
    let day = known.get(key)
    if (day === undefined) {
      day = free.get(Number(weekday))?.shift()
      if (day === undefined)
        throw new ImportError(
          'FILE_DAYS_UNPLACED',
          `${file} has more days of weekday ${weekday} than the ${days} days from ${firstDay} on. Nothing was loaded.`,
        )
      known.set(key, day)
    }
    return day * 86_400 + second
  }
}

function seatsOf(
  { header, rows }: ReturnType<typeof readCsv>,
  { room, seats }: { room: string; seats: string },
): Map<string, number> {
  const [key, many] = [room, seats].map((name) => header.findIndex((column) => column.toLowerCase() === name))
  return new Map(
    rows.flatMap(({ cells }) => {
      const [name, count] = [cells[key ?? -1]?.trim() ?? '', Number(cells[many ?? -1])]
      return name !== '' && Number.isInteger(count) && count > 0 ? [[name, count] as const] : []
    }),
  )
}

interface RoomPlaces {
  readonly format: MinuteFormat
  readonly zone: string
  readonly rooms: ReadonlySet<string>
  readonly seats: ReadonlyMap<string, number>
}

/** A room is a local with one area; its seats are its capacity, unless it has one. */
async function placesOf(
  { clients, locals, areas }: Repositories,
  name: string,
  { format, zone, rooms, seats }: RoomPlaces,
): Promise<ReadonlyMap<string, Pick<MinuteRow, 'client' | 'local' | 'area'>>> {
  const client =
    (await clients.findByName(SYSTEM_SCOPE, name)) ?? (await clients.insert(SYSTEM_SCOPE, { name, type: 'office' }))
  const places = new Map<string, Pick<MinuteRow, 'client' | 'local' | 'area'>>()
  for (const room of rooms) {
    const code = room.slice(0, 60)
    const local =
      (await locals.findByCode(SYSTEM_SCOPE, client.id, code)) ??
      (await locals.insert(SYSTEM_SCOPE, {
        client: client.id,
        name: rooms.size === 1 && room === 'room' ? name : room.slice(0, 200),
        code,
        type: format.localType,
        timeZone: zone,
      }))
    if (local.timeZone !== zone)
      throw new ImportError(
        'IMPORT_ZONE_CONFLICT',
        `${local.name} is known with the time zone ${local.timeZone}, not ${zone}. Nothing was loaded.`,
      )
    const [known] = await areas.list(SYSTEM_SCOPE, { local: local.id })
    const area = known ?? (await areas.insert(SYSTEM_SCOPE, { local: local.id, name: 'room', zone: 'service' }))
    const capacity = seats.get(room)
    const own = (await locals.settings(SYSTEM_SCOPE, [local.id])).get(local.id)
    if (capacity !== undefined && own?.capacity === undefined)
      await locals.saveSettings(SYSTEM_SCOPE, local.id, { ...own, capacity })
    places.set(room, { client: client.id, local: local.id, area: area.id })
  }
  return places
}

/** What was read, and what became of it, for the person at the terminal. */
export function describeMinutes(
  { client, lines, minutes, repeated, contradicted, rooms, apart }: Omit<PreparedMinutes, 'store'>,
  stored?: MinutesStored,
): string[] {
  return [
    `${client}: ${rooms.length} rooms, ${minutes} minutes of ${lines} lines`,
    ...(repeated + contradicted > 0
      ? [
          `  merged       ${repeated} lines that repeat a minute, ${contradicted} that contradict an earlier one and replace it`,
        ]
      : []),
    ...[...apart].map(([reason, count]) => `  quarantined  ${count} ${reason}`),
    ...(stored === undefined
      ? ['  not stored   dry run']
      : [`  stored       ${stored.added} new, ${stored.changed} changed, ${stored.unchanged} known already`]),
  ]
}

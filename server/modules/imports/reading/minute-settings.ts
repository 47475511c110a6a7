/**
 * Whether files say people inside by the minute, and how they are read: by a format, by columns that were named by
 * hand, or by the names of their columns.
 */
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { guessColumns, looksLikeDate } from './guess-columns.ts'
import { ImportError } from './import-error.ts'
import { MINUTE_FORMATS, type MinuteFormat } from './minute-formats.ts'
import { isSeatFile } from './seats.ts'
import { fold } from './names.ts'
import { presetNamed } from './preset.ts'
import { commonest } from './settings.ts'
import { dateOrderOf, type Sample } from './sample.ts'

export interface EffectiveMinutes {
  readonly format: MinuteFormat
  readonly zone: string | undefined
  /** Files with minutes, and those with the seats of their rooms. */
  readonly samples: readonly Sample[]
  readonly seatFiles: readonly Sample[]
  readonly found: Import['found']
  readonly guessed: ImportSettings
  /** The use of each column of the first file. */
  readonly uses: readonly (string | null)[]
}

const PEOPLE_NAMES = [
  'occupants',
  'occupancy',
  'people inside',
  'inside',
  'headcount',
  'ocupantes',
  'ocupacion',
  'personas dentro',
  'dentro',
  'ocupacao',
  'pessoas dentro',
  'obsazenost',
  'lide uvnitr',
  'ocupants',
  'ocupacio',
  'persones a dins',
  'occupanti',
  'occupazione',
  'persone all interno',
]
const PRESENCE_NAMES = [
  'occupied',
  'presence',
  'is occupied',
  'ocupado',
  'ocupada',
  'presencia',
  'presenca',
  'obsazeno',
  'pritomnost',
  'ocupat',
  'presencia',
  'occupato',
  'presenza',
]

const bare = (name: string) =>
  fold(name)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** @throws {ImportError} IMPORT_OPTION_INVALID, IMPORT_DATES_UNCLEAR, FILE_COLUMNS_MISSING */
export async function minuteSettings(
  settings: ImportSettings,
  all: readonly Sample[],
  zones: readonly string[],
): Promise<EffectiveMinutes | null> {
  const chosen = settings.columns ?? []
  const useOf = new Map(chosen.map(({ column, use }) => [fold(column), use]))
  const isSaid = chosen.some(({ use }) => use === 'people' || use === 'presence')
  const named = settings.format == null ? undefined : MINUTE_FORMATS.get(settings.format)
  // With another format, or a manually chosen count, it is no file of this kind.
  if (
    !isSaid &&
    named === undefined &&
    (settings.format != null || chosen.some(({ use }) => !['ignored', 'time', 'date', 'hour', 'sensor'].includes(use)))
  )
    return null
  const samples = all.filter(({ header }) => !isSeatFile(header))
  const seatFiles = all.filter(({ header }) => isSeatFile(header))
  const [first] = samples
  if (first === undefined) return null
  const has = (name: string) => first.header.some((column) => fold(column) === fold(name))
  const detected =
    named ?? (isSaid ? undefined : [...MINUTE_FORMATS.values()].find((format) => columnsOf(format).every(has)))
  const format = detected === undefined ? byColumns(first, useOf) : withColumns(detected, chosen)
  if (format === null) return null
  const found: Import['found'] = []
  const guessed: ImportSettings = {}
  if (settings.format == null && detected !== undefined) {
    found.push('format')
    guessed.format = detected.name
  }
  if (settings.separator == null) {
    found.push('separator')
    guessed.separator = first.separator
  }
  let dateOrder = settings.dateOrder ?? null
  const time = 'column' in format.time ? format.time.column : 'date' in format.time ? format.time.date : null
  if (dateOrder === null && time !== null) {
    dateOrder = await dateOrderOf(samples, { ...presetNamed('hourly'), columns: { time: [time], atoms: {} } })
    if (dateOrder !== null) {
      found.push('dateOrder')
      guessed.dateOrder = dateOrder
    }
  }
  const zone = settings.timeZone ?? format.timeZone ?? commonest(zones)
  if (settings.timeZone == null && zone !== undefined) {
    found.push('timeZone')
    guessed.timeZone = zone
  }
  return {
    format: { ...format, ...(dateOrder !== null && { dateOrder }) },
    zone,
    samples,
    seatFiles,
    found,
    guessed,
    uses: usesOf(first.header, format),
  }
}

const columnsOf = ({ time, people, room }: MinuteFormat): string[] => [
  ...('column' in time
    ? [time.column]
    : 'date' in time
      ? [time.date, time.clock]
      : [time.clock, time.dayId, time.weekday]),
  people,
  ...(room === undefined ? [] : [room]),
]

function usesOf(header: readonly string[], { time, people, room, presence }: MinuteFormat): (string | null)[] {
  const uses = new Map<string, string>([
    ...('column' in time
      ? [[fold(time.column), 'time'] as const]
      : [[fold('date' in time ? time.date : time.dayId), 'date'] as const, [fold(time.clock), 'hour'] as const]),
    [fold(people), presence ? 'presence' : 'people'],
    ...(room === undefined ? [] : [[fold(room), 'sensor'] as const]),
  ])
  return header.map((column) => uses.get(fold(column)) ?? null)
}

/** A built-in format with some of its columns chosen by hand. */
function withColumns(format: MinuteFormat, chosen: NonNullable<ImportSettings['columns']>): MinuteFormat {
  const said = (...uses: readonly string[]) => chosen.find(({ use }) => uses.includes(use))
  const [people, room, time] = [said('people', 'presence'), said('sensor'), said('time')]
  return {
    ...format,
    ...(people !== undefined && { people: people.column, presence: people.use === 'presence' }),
    ...(room !== undefined && { room: room.column }),
    ...(time !== undefined && { time: { column: time.column } }),
  }
}

/** A format of the columns of a file; null = without people inside. */
function byColumns({ file, header, rows }: Sample, useOf: ReadonlyMap<string, string>): MinuteFormat | null {
  const said = (use: string) => header.filter((column) => useOf.get(fold(column)) === use)
  const byName = (names: readonly string[]) =>
    header.find((column) => !useOf.has(fold(column)) && names.includes(bare(column)))
  const inside = [...said('people'), ...said('presence')]
  if (inside.length > 1)
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `Two columns are said to be people inside or presence: ${inside.join(' and ')}; one was expected.`,
    )
  const isSaid = inside.length === 1
  // Columns that are named as people who come in are counts, in any file.
  const guess = guessColumns(presetNamed('hourly'), header, rows, new Set(useOf.keys()))
  const hasCounts = Object.values(guess.columns.atoms).some((names) =>
    names.some(
      (name) =>
        header.some((column) => fold(column) === fold(name)) &&
        !PEOPLE_NAMES.includes(bare(name)) &&
        !PRESENCE_NAMES.includes(bare(name)),
    ),
  )
  const people = inside[0] ?? (hasCounts ? undefined : (byName(PEOPLE_NAMES) ?? byName(PRESENCE_NAMES)))
  if (people === undefined) return null
  const presence = isSaid ? useOf.get(fold(people)) === 'presence' : !PEOPLE_NAMES.includes(bare(people))
  const pick = (use: string, names: readonly string[] | undefined) =>
    said(use)[0] ??
    names
      ?.map((name) => header.find((column) => fold(column) === fold(name) && !useOf.has(fold(column))))
      .find((column) => column !== undefined)
  const [time, date, hour] = [said('time')[0], said('date')[0], pick('hour', guess.columns.hour)]
  const guessedTime = pick('time', guess.columns.time)
  const day = date ?? (guessedTime !== undefined && looksLikeDate(guessedTime) ? guessedTime : undefined)
  const at = time ?? guessedTime
  if (at === undefined && day === undefined) {
    if (!isSaid) return null
    throw new ImportError(
      'FILE_COLUMNS_MISSING',
      `${file} has no column with the time; it has ${header.join(', ').slice(0, 300)}. Nothing was loaded.`,
    )
  }
  const room = pick('sensor', guess.columns.sensor) ?? byName(['room', 'sala', 'mistnost', 'stanza', 'aula'])
  return {
    name: presence ? 'presence' : 'people-inside',
    about: '',
    localType: 'office',
    people,
    presence,
    ...(room !== undefined && { room }),
    time:
      day !== undefined && hour !== undefined && time === undefined
        ? { date: day, clock: hour }
        : { column: at ?? day! },
  }
}

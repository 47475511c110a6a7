/** Reads figures as they are set, finds the place of each name, and says what has to be asked. */
import { join } from 'node:path'
import { isoDay } from '#domain/days'
import type { ImportPlace } from '#schemas/generated/entities/import-place.ts'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { ImportPlaceChoice, ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { isZone } from '../../../../facts/zone.ts'
import { QUARANTINE_FILE, writeQuarantineCsv } from '../quarantine-csv.ts'
import { ImportError } from '../import-error.ts'
import type { ReadProgress } from '../index.ts'
import { refuseOtherZones } from '../load.ts'
import { matchPlaces, type KnownLocal, type PlaceMatch } from '../match-places.ts'
import { fold } from '../names.ts'
import type { PlaceInfo } from '../places.ts'
import { presetNamed } from '../preset.ts'
import { dateOrderOf, decimalIn, type Sample } from '../sample.ts'
import type { FigureFormat } from './formats.ts'
import { FIELDS } from './kinds.ts'
import { readFigures, type FiguresRead } from './read.ts'

/** The state of an import of figures besides its stage, as plain data. */
export interface StagedFigures {
  readonly kind: 'figures'
  readonly stage: string
  readonly files: readonly string[]
  readonly format: FigureFormat
  readonly zone: string
  readonly report: ImportReport
  readonly places: readonly string[]
  readonly infos: readonly (readonly [string, PlaceInfo])[]
  readonly matches: readonly (readonly [string, PlaceMatch])[]
  readonly lastDay: number
  readonly measure: string
  readonly label: string
}

export const isStagedFigures = (staged: object): staged is StagedFigures =>
  'kind' in staged && staged.kind === 'figures'

interface JobOptions {
  readonly settings: ImportSettings
  readonly locals: readonly KnownLocal[]
  /** Where the lines of what is quarantined go, too. */
  readonly folder?: string
  readonly within?: string
  readonly nowMs: number
  readonly sensors?: string
}

export interface FiguresJob {
  readonly read: FiguresRead
  readonly zone: string
  /** Null = the figures have no sign. */
  readonly decimal: ',' | '.' | null
  /** Null = no date is written so that its order matters. */
  readonly dateOrder: 'dmy' | 'mdy' | null
  readonly places: readonly ImportPlace[]
  readonly matches: ReadonlyMap<string, PlaceMatch>
}

/**
 * Reads the files and finds where each place goes. The caller closes the stage.
 *
 * @throws {ImportError} what `readFigures` throws, IMPORT_ZONE_UNKNOWN, IMPORT_DATES_UNCLEAR, IMPORT_ZONE_CONFLICT,
 *   IMPORT_PLACES_UNKNOWN
 */
export async function figuresJob(
  samples: readonly Sample[],
  format: FigureFormat,
  { settings, locals, folder, within = folder, nowMs, sensors }: JobOptions,
  onProgress?: ReadProgress,
): Promise<FiguresJob> {
  const zone =
    settings.timeZone ?? format.timeZone ?? commonZone(locals) ?? (format.kind === 'flows' ? undefined : 'UTC')
  if (zone === undefined || !isZone(zone))
    throw new ImportError(
      'IMPORT_ZONE_UNKNOWN',
      `The time zone is ${JSON.stringify(zone ?? '')}; an IANA name was expected, for example Europe/Madrid.`,
    )
  const choices = settings.places ?? []
  const figures = FIELDS[format.kind].values.map((field) => format.columns[field])
  const decimal = settings.decimal ?? decimalIn(samples, figures)
  const dateOrder = settings.dateOrder ?? (await orderIn(samples, format))
  const read = await readFigures(samples, {
    format,
    zone,
    nowS: Math.floor(nowMs / 1000),
    skips: choices.filter(({ skip }) => skip === true).map(({ place }) => place),
    ...(settings.duplicates != null && { duplicates: settings.duplicates }),
    ...(dateOrder !== null && { dateOrder }),
    ...(decimal !== null && { decimal }),
    ...(sensors !== undefined && { sensors }),
    ...(within !== undefined && { within }),
    ...(onProgress && { onProgress }),
  })
  try {
    const matches = matchesOf(read, locals, choices)
    refuseNumbers(read, matches, choices)
    const known = new Map(locals.map((local) => [local.id, local]))
    refuseOtherZones(
      { name: 'the client' },
      [...matches.values()].map(({ local }) => known.get(local ?? 0)),
      zone,
    )
    if (folder !== undefined) await writeQuarantineCsv(read.stage, join(folder, QUARANTINE_FILE))
    return { read, zone, decimal, dateOrder, matches, places: placesOf(read, matches) }
  } catch (error) {
    read.stage.close()
    throw error
  }
}

/** The order of the days or months of a format; an average day has none. */
function orderIn(samples: readonly Sample[], { columns }: FigureFormat) {
  const time = [...(columns.time ?? []), ...(columns.month ?? [])]
  return time.length === 0
    ? Promise.resolve(null)
    : dateOrderOf(samples, { ...presetNamed('hourly'), columns: { time, atoms: {} } })
}

export const stagedFigures = (
  { read, zone, matches }: FiguresJob,
  format: FigureFormat,
  files: readonly string[],
): StagedFigures => ({
  kind: 'figures',
  stage: read.stage.file,
  files,
  format,
  zone,
  report: read.report,
  places: read.places,
  infos: [...read.infos],
  matches: [...matches],
  lastDay: read.lastDay,
  measure: read.measure,
  label: read.label,
})

/** The zone of all locals of the client. */
function commonZone(locals: readonly KnownLocal[]): string | undefined {
  const zones = new Set(locals.map(({ timeZone }) => timeZone))
  return zones.size === 1 ? [...zones][0] : undefined
}

/** By hand, by the code that the files have, else by the name that the file of places gives. */
export function matchesOf(
  { places, infos }: FiguresRead,
  locals: readonly KnownLocal[],
  choices: readonly ImportPlaceChoice[],
) {
  const byCode = new Map(
    [...matchPlaces(places, locals, choices)].filter(([, { match }]) => match === 'code' || match === 'chosen'),
  )
  const taken = new Set([...byCode.values()].map(({ local }) => local))
  const rest = places.filter((place) => !byCode.has(place))
  const nameOf = (place: string) => infos.get(fold(place))?.name ?? place
  const byName = matchPlaces(
    rest.map(nameOf),
    locals.filter(({ id }) => !taken.has(id)),
    choices.map((choice) => ({ ...choice, place: nameOf(choice.place) })),
  )
  return new Map(
    places.map((place): [string, PlaceMatch] => [
      place,
      byCode.get(place) ?? byName.get(nameOf(place)) ?? { local: null, name: nameOf(place), match: 'new' },
    ]),
  )
}

/** Places that are numbers only, and that nothing names: a local called 46 is of no use. */
function refuseNumbers(
  { places, infos }: FiguresRead,
  matches: ReadonlyMap<string, PlaceMatch>,
  choices: readonly ImportPlaceChoice[],
) {
  const said = new Set(
    choices.filter(({ name, local }) => name != null || local != null).map(({ place }) => fold(place)),
  )
  const unknown = places.filter(
    (place) =>
      /^\d+$/.test(place) && !infos.has(fold(place)) && !said.has(fold(place)) && matches.get(place)?.local == null,
  )
  if (unknown.length === 0) return
  throw new ImportError(
    'IMPORT_PLACES_UNKNOWN',
    `${unknown.length} of ${places.length} places are known by a number only: ${unknown.slice(0, 10).join(', ')}. ` +
      'Add the file that names them (--sensors), or say where each goes. Nothing was loaded.',
    [],
    { details: { count: unknown.length, places: places.length } },
  )
}

function placesOf(
  { places, extents, skippedPlaces }: FiguresRead,
  matches: ReadonlyMap<string, PlaceMatch>,
): ImportPlace[] {
  const short = (text: string) => text.toWellFormed().slice(0, 200)
  const day = (of: number | null) => (of === null ? null : isoDay(of))
  return [
    ...extents.map(({ place, lines, firstDay, lastDay }): ImportPlace => {
      const name = places[place]!
      const { local, name: called, match } = matches.get(name)!
      return {
        place: short(name),
        lines,
        firstDay: day(firstDay),
        lastDay: day(lastDay),
        local,
        name: short(called),
        match,
      }
    }),
    ...skippedPlaces.map(([place, lines]): ImportPlace => ({
      place: short(place),
      lines,
      firstDay: null,
      lastDay: null,
      local: null,
      name: short(place),
      match: 'skipped',
    })),
  ]
}

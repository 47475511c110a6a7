/** The given settings of an import, and those of its files, as a preset to read them with. */
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { ATOM_COLUMNS, type AtomColumn } from '../../../facts/columns.ts'
import { isZone } from '../../../facts/zone.ts'
import { columnsOf } from './columns.ts'
import { guessColumns } from './guess-columns.ts'
import { ImportError } from './import-error.ts'
import { fold } from './names.ts'
import { PRESETS, presetNamed, type LineMeaning, type Preset } from './preset.ts'
import { dateOrderOf, decimalOf, type Sample } from './sample.ts'

export interface Effective {
  readonly preset: Preset
  readonly zone: string | undefined
  /** Settings that were found out, and what they are. */
  readonly found: Import['found']
  readonly guessed: ImportSettings
}

const MEANINGS: readonly string[] = ['counts', 'parts', 'passages', 'running', 'daily'] satisfies readonly LineMeaning[]

/**
 * @param zones of the locals of the client
 * @throws {ImportError} IMPORT_FORMAT_UNKNOWN, IMPORT_OPTION_INVALID, IMPORT_DATES_UNCLEAR
 */
export async function effectiveSettings(
  settings: ImportSettings,
  samples: readonly Sample[],
  zones: readonly string[],
): Promise<Effective> {
  const found: Import['found'] = []
  const guessed: ImportSettings = {}
  const [first] = samples
  const named = settings.format == null ? detected(samples) : presetNamed(settings.format)
  if (settings.format == null) {
    found.push('format')
    guessed.format = named.name
  }
  const byHand = columnsByHand(named, settings.columns ?? [])
  const taken = new Set((settings.columns ?? []).map(({ column }) => fold(column)))
  let preset = first === undefined ? byHand : guessColumns(byHand, first.header, first.rows, taken)
  if (settings.lines != null) preset = { ...preset, lines: meaning(settings.lines) }
  if (settings.duplicates != null) preset = { ...preset, duplicates: settings.duplicates }
  if (settings.directions != null) preset = { ...preset, directions: settings.directions }
  if (settings.offsets != null) preset = { ...preset, offsets: settings.offsets }
  if (settings.separator != null) preset = { ...preset, separator: settings.separator }
  else if (first !== undefined) {
    found.push('separator')
    guessed.separator = first.separator
  }
  const decimal = settings.decimal ?? decimalOf(samples, preset)
  if (settings.decimal == null && decimal !== null) {
    found.push('decimal')
    guessed.decimal = decimal
  }
  if (decimal !== null) preset = { ...preset, decimal }
  if (settings.dateOrder != null) preset = { ...preset, dateOrder: settings.dateOrder }
  else if (named.name === 'hourly') {
    const order = await dateOrderOf(samples, preset)
    if (order !== null) {
      found.push('dateOrder')
      guessed.dateOrder = order
      preset = { ...preset, dateOrder: order }
    }
  }
  const skips = (settings.places ?? []).filter(({ skip }) => skip === true).map(({ place }) => place)
  if (skips.length > 0) preset = { ...preset, skips }

  let zone = settings.timeZone ?? undefined
  if (zone !== undefined && !isZone(zone))
    throw new ImportError(
      'IMPORT_ZONE_UNKNOWN',
      `The time zone is ${JSON.stringify(zone)}; an IANA name was expected, for example Europe/Madrid.`,
    )
  if (zone === undefined) {
    zone = preset.timeZone ?? commonest(zones)
    if (zone !== undefined) {
      found.push('timeZone')
      guessed.timeZone = zone
    }
  }
  return { preset, zone, found, guessed }
}

function meaning(lines: string): LineMeaning {
  if (!MEANINGS.includes(lines))
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `Lines are said to be ${lines}; one of ${MEANINGS.join(', ')} was expected.`,
    )
  return lines as LineMeaning
}

/** The format whose columns all files have; the general one when none is clearer. */
function detected(samples: readonly Sample[]): Preset {
  const hourly = presetNamed('hourly')
  const fits = (preset: Preset) =>
    samples.length > 0 &&
    samples.every(({ file, header }) => {
      try {
        columnsOf(file, header, preset)
        return (
          preset.columns.sensor === undefined ||
          preset.columns.sensor.some((name) => header.some((column) => fold(column) === fold(name)))
        )
      } catch {
        return false
      }
    })
  if (fits(hourly)) return hourly
  const others = [...PRESETS.values()].filter((preset) => preset.columns.sensor !== undefined && fits(preset))
  return others.length === 1 ? others[0]! : hourly
}

/** Columns that were named by hand, which override those of the preset. */
function columnsByHand(preset: Preset, chosen: readonly { readonly column: string; readonly use: string }[]): Preset {
  if (chosen.length === 0) return preset
  const said = new Set(chosen.map(({ column }) => fold(column)))
  const without = (names: readonly string[] | undefined) => names?.filter((name) => !said.has(fold(name)))
  const of = (...uses: readonly string[]) => chosen.filter(({ use }) => uses.includes(use)).map(({ column }) => column)
  const { columns } = preset
  const atoms: { [atom in AtomColumn]?: readonly string[] } = {}
  for (const { column, use } of chosen) {
    if (['ignored', 'time', 'date', 'hour', 'sensor', 'area', 'kind', 'direction'].includes(use)) continue
    if (!(ATOM_COLUMNS as readonly string[]).includes(use))
      throw new ImportError(
        'IMPORT_OPTION_INVALID',
        `The column ${column} is said to be ${use}; one of time, date, hour, sensor, area, kind, direction, ` +
          `ignored, ${ATOM_COLUMNS.join(', ')} was expected.`,
      )
    if (atoms[use as AtomColumn] !== undefined)
      throw new ImportError(
        'IMPORT_OPTION_INVALID',
        `Two columns are said to be ${use}: ${atoms[use as AtomColumn]!.join()} and ${column}; one was expected.`,
      )
    atoms[use as AtomColumn] = [column]
  }
  const [time] = of('time', 'date')
  const [hour] = of('hour')
  const [sensor] = of('sensor')
  const areas = of('area')
  const [kind] = of('kind')
  const [direction] = of('direction')
  for (const atom of ATOM_COLUMNS) {
    const names = without(columns.atoms[atom])
    if (atoms[atom] === undefined && names !== undefined && names.length > 0) atoms[atom] = names
  }
  const sensors = sensor === undefined ? without(columns.sensor) : [sensor]
  const hours = hour === undefined ? without(columns.hour) : [hour]
  const kinds = kind === undefined ? without(columns.kind) : [kind]
  return {
    ...preset,
    ignore: [...(preset.ignore ?? []), ...of('ignored')],
    columns: {
      time: time === undefined ? (without(columns.time) ?? []) : [time],
      ...(hours !== undefined && { hour: hours }),
      ...(sensors !== undefined && { sensor: sensors }),
      ...(kinds !== undefined && { kind: kinds }),
      ...(direction !== undefined && { direction: [direction] }),
      area: [
        ...areas.map((column) => [column]),
        ...(columns.area ?? []).map((names) => without(names)!).filter((names) => names.length > 0),
      ],
      atoms,
    },
  }
}

/** The zone of all, or of nine in ten. */
export function commonest(zones: readonly string[]): string | undefined {
  const [most] = [...Map.groupBy(zones, (zone) => zone)].toSorted(([, a], [, b]) => b.length - a.length)
  return most !== undefined && most[1].length >= zones.length * 0.9 ? most[0] : undefined
}

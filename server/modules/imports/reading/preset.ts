import type { TrafficKind } from '#domain/traffic-kinds'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import { ATOM_COLUMNS, type AtomColumn } from '../../../facts/columns.ts'
import bmrcl from './presets/bmrcl.json' with { type: 'json' }
import calit2 from './presets/calit2.json' with { type: 'json' }
import dublin from './presets/dublin.json' with { type: 'json' }
import hourly from './presets/hourly.json' with { type: 'json' }
import leedsFeed from './presets/leeds-feed.json' with { type: 'json' }
import leeds from './presets/leeds.json' with { type: 'json' }
import melbourne from './presets/melbourne.json' with { type: 'json' }
import onlineRetail from './presets/online-retail.json' with { type: 'json' }
import seattle from './presets/seattle.json' with { type: 'json' }
import { ImportError } from './import-error.ts'
import type { DateOrder } from './timestamp.ts'

/** How two rows of one hour and place are merged. `last` and `first` are by line; a null never wins over a count. */
export type DuplicateRule = 'last' | 'first' | 'sum' | 'max'

/**
 * The meaning of a line. `counts`: the whole count of its slot (an hour, a quarter), so a second line of the slot
 * repeats or contradicts it; `parts`: the people since the line before, so an hour is their sum; `passages`: one
 * passage, so that two lines of one second are two people (with a column of counts: that many); `running`: the count of
 * its hour so far, so the last one is the hour; `daily`: the whole count of its day, of which no hours are known; a
 * clock time beside the date is ignored.
 */
export type LineMeaning = 'counts' | 'parts' | 'passages' | 'running' | 'daily'

/** A file format as data. Each column is a list of names it may have; the first one that the file has is taken. */
export interface Preset {
  readonly name: string
  /** One line for `--help`. */
  readonly about: string
  readonly columns: {
    /** Date and time in one column, or a date beside `hour`. */
    readonly time: readonly string[]
    readonly hour?: readonly string[]
    /** Place that becomes a local. Left out: the whole file is one place. */
    readonly sensor?: readonly string[]
    /** Columns that distinguish the counters of one place; together they become the area. */
    readonly area?: readonly (readonly string[])[]
    /** The kind of traffic: pedestrians, bicycles, cars. Each kind is an area of its own. */
    readonly kind?: readonly string[]
    /** Says whether the people of a line came or went; the count of the line is of that. */
    readonly direction?: readonly string[]
    readonly atoms: { readonly [atom in AtomColumn]?: readonly string[] }
  }
  /** The kind of traffic without a column for it; people by default. */
  readonly traffic?: TrafficKind
  readonly timeZone?: string
  readonly dateOrder: DateOrder
  /** A civil time that was skipped: added to the hour it turned into, or quarantined. */
  readonly skippedHour: 'add' | 'quarantine'
  /** Two rows at the repeated hour: its two passes, or the same hour twice. */
  readonly repeatedHour: 'pair' | 'once'
  /**
   * How contradicting lines of one slot are merged. Left out: the last one, and more than 1 % of them refuse the
   * import.
   */
  readonly duplicates?: DuplicateRule
  /** Each line is one of these besides its own counts: a ticket, with its amount. */
  readonly each?: AtomColumn
  /** Left out: found out from the times, or asked. */
  readonly lines?: LineMeaning
  /** The directions mean the other one of in and out. */
  readonly directions?: 'asWritten' | 'swapped'
  /** Columns whose use was chosen by hand. */
  readonly said?: readonly string[]
  /** Columns that look like places and do not matter. */
  readonly ignore?: readonly string[]
  /** Places whose lines are left out, by their names after renaming. */
  readonly skips?: readonly string[]
  /** Between the cells; found out when left out. */
  readonly separator?: string
  /** Decimal sign of counts; a point when left out. The other one may separate thousands. */
  readonly decimal?: ',' | '.'
  /** Times with an offset that the zone does not have: right as instants, or right as clock times. Left out: asked. */
  readonly offsets?: 'trust' | 'ignore'
  /** Counts at the full scale of the counter; quarantined when they jump out of their surroundings. */
  readonly fullScale: readonly number[]
  /** Texts that mean "not reported", besides an empty cell. */
  readonly nulls: readonly string[]
  /** Old name to new name of a place, compared without regard to case and blanks. */
  readonly renames: Readonly<Record<string, string>>
  /** Columns of the file of places (`--sensors`). */
  readonly places?: {
    readonly key?: readonly string[]
    readonly name?: readonly string[]
    readonly lat?: readonly string[]
    readonly lng?: readonly string[]
  }
  readonly clientType: Client['type']
  readonly localType: Local['type']
}

const ALL: readonly Preset[] = [
  hourly,
  melbourne,
  dublin,
  leeds,
  leedsFeed,
  seattle,
  calit2,
  bmrcl,
  onlineRetail,
] as readonly Preset[]

export const PRESETS: ReadonlyMap<string, Preset> = new Map(ALL.map((preset) => [preset.name, preset]))

/** @throws {ImportError} IMPORT_FORMAT_UNKNOWN with the formats there are */
export function presetNamed(name: string): Preset {
  const preset = PRESETS.get(name)
  if (!preset)
    throw new ImportError(
      'IMPORT_FORMAT_UNKNOWN',
      `There is no format ${JSON.stringify(name)}; one of ${[...PRESETS.keys()].join(', ')} was expected.`,
    )
  return preset
}

/**
 * A preset with the columns of `--map ts=ts_local,sensor=sensor_id,ins=count`.
 *
 * @throws {ImportError} IMPORT_OPTION_INVALID for an unknown field
 */
export function withMapping(preset: Preset, mapping: string | undefined): Preset {
  if (mapping === undefined) return preset
  const columns = { ...preset.columns, atoms: {} as { [atom in AtomColumn]?: readonly string[] } }
  const said: string[] = []
  for (const pair of mapping.split(',')) {
    const [field = '', column = ''] = pair.split('=').map((part) => part.trim())
    if (column === '')
      throw new ImportError('IMPORT_OPTION_INVALID', `--map has ${JSON.stringify(pair)}; field=column was expected.`)
    said.push(column)
    if (field === 'ts' || field === 'time' || field === 'date') columns.time = [column]
    else if (field === 'hour' || field === 'sensor' || field === 'kind' || field === 'direction')
      columns[field] = [column]
    else if (field === 'area') columns.area = [...(columns.area ?? []), [column]]
    else if ((ATOM_COLUMNS as readonly string[]).includes(field)) columns.atoms[field as AtomColumn] = [column]
    else
      throw new ImportError(
        'IMPORT_OPTION_INVALID',
        `--map names the field ${JSON.stringify(field)}; one of ts, date, hour, sensor, area, kind, direction, ` +
          `${ATOM_COLUMNS.join(', ')} was expected.`,
      )
  }
  return {
    ...preset,
    said: [...(preset.said ?? []), ...said],
    columns: { ...columns, atoms: Object.keys(columns.atoms).length ? columns.atoms : preset.columns.atoms },
  }
}

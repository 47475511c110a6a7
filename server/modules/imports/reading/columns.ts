import { ATOM_COLUMNS, type AtomColumn } from '../../../facts/columns.ts'
import { ImportError } from './import-error.ts'
import { fold } from './names.ts'
import type { Preset } from './preset.ts'

/** Where the fields of a preset are in one file; -1 = it has no such column. */
export interface Columns {
  readonly header: readonly string[]
  readonly time: number
  readonly hour: number
  readonly sensor: number
  readonly area: readonly number[]
  /** Column of the kind of traffic; it is among those of the area. */
  readonly kind: number
  /** Column that says whether the people of a line came or went. */
  readonly direction: number
  readonly atoms: ReadonlyMap<AtomColumn, number>
  /** Cells that a line needs. */
  readonly least: number
}

/** The use of a column of the files. */
export interface ColumnUse {
  readonly column: string
  /** Such as `time`, `place`, `ins`; null = ignored. */
  readonly use: string | null
}

/**
 * Finds the columns of a file.
 *
 * @throws {ImportError} FILE_COLUMNS_MISSING
 */
export function columnsOf(file: string, header: readonly string[], preset: Preset): Columns {
  const { columns, lines } = preset
  const time = findColumn(file, header, columns.time)
  const hour = findColumn(file, header, columns.hour)
  const sensor = findColumn(file, header, columns.sensor)
  const kind = findColumn(file, header, columns.kind)
  const direction = findColumn(file, header, columns.direction)
  const named = (columns.area ?? []).map((names) => findColumn(file, header, names)).filter((column) => column >= 0)
  const area = kind < 0 || named.includes(kind) ? named : [...named, kind]
  const found = ATOM_COLUMNS.map((atom) => [atom, findColumn(file, header, columns.atoms[atom])] as const).filter(
    ([, column]) => column >= 0,
  )
  const missing = [
    ...(time < 0 ? [`the time (${columns.time.join(' or ')})`] : []),
    ...(columns.sensor && sensor < 0 && columns.sensor.length <= 3
      ? [`the place (${columns.sensor.join(' or ')})`]
      : []),
    ...(found.length === 0 && lines !== 'passages'
      ? [`a count (${Object.values(columns.atoms).flat().join(' or ')})`]
      : []),
  ]
  if (missing.length) {
    throw new ImportError(
      'FILE_COLUMNS_MISSING',
      `${file} has the columns ${header.join(', ').slice(0, 1000)}; ${missing.join(' and ')} was expected. Name ` +
        `them with --map, for example --map ts=...,sensor=...,ins=...${hint(header, found.length)}`,
    )
  }
  const each: [AtomColumn, number][] = preset.each ? [[preset.each, -1]] : found.length === 0 ? [['ins', -1]] : []
  const atoms = new Map<AtomColumn, number>([...found, ...each])
  if (direction >= 0) addExits(file, header[direction]!, atoms, lines)
  return {
    header,
    time,
    hour,
    sensor,
    area,
    kind,
    direction,
    atoms,
    least: Math.max(time, hour, sensor, direction, ...area, ...atoms.values()) + 1,
  }
}

/**
 * The count of a line with a direction is of those who came or of those who went.
 *
 * @throws {ImportError} IMPORT_OPTION_INVALID
 */
function addExits(file: string, column: string, atoms: Map<AtomColumn, number>, lines: Preset['lines']) {
  if (atoms.has('outs'))
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `${file} has the direction in ${column} and a column of people out; one of the two was expected.`,
    )
  if (!atoms.has('ins') && lines !== 'passages')
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `${file} has the direction in ${column} and no count of people it could be of; --map ins=... or --lines ` +
        'passages was expected.',
    )
  const count = atoms.get('ins') ?? -1
  atoms.set('ins', count).set('outs', count)
}

/** A name that two columns have says nothing. */
function findColumn(file: string, header: readonly string[], names: readonly string[] | undefined): number {
  for (const name of names ?? []) {
    const at = header.findIndex((column) => fold(column) === fold(name))
    if (at < 0) continue
    const again = header.findIndex((column, other) => other > at && fold(column) === fold(name))
    if (again < 0) return at
    throw new ImportError(
      'FILE_COLUMNS_MISSING',
      `${file} has two columns named ${header[at]} (columns ${at + 1} and ${again + 1}); rename the one that is not ` +
        'meant.',
    )
  }
  return -1
}

/** Hours beside each other are the most frequent shape that is not supported. */
function hint(header: readonly string[], atoms: number): string {
  const hours = header.filter((column) => /^(h(our)?[ _]?)?\d{1,2}([:.]00)?(h|[ -].*)?$/i.test(column.trim())).length
  if (hours >= 24)
    return (
      `. ${hours} columns look like the hours of a day; one row for each hour was expected, so turn the ` +
      'columns into rows first.'
    )
  return atoms === 0 ? '. When each line is one passage and nothing is counted, say --lines passages.' : ''
}

/** The use of each column, over all files in the order in which they appear. */
export function columnUses(files: readonly Columns[], ignored: ReadonlyMap<string, string>): ColumnUse[] {
  const uses = new Map<string, ColumnUse>()
  for (const at of files) {
    at.header.forEach((column, i) => {
      const key = fold(column)
      const use = useOf(at, i)
      if (use !== null || !uses.has(key)) uses.set(key, { column: column || `column ${i + 1}`, use })
    })
  }
  return [...uses].map(([key, { column, use }]) => ({
    column: use === null && ignored.has(key) ? `${column} (${ignored.get(key)!})` : column,
    use,
  }))
}

function useOf(at: Columns, column: number): string | null {
  if (column === at.time) return at.hour >= 0 ? 'date' : 'time'
  if (column === at.hour) return 'hour'
  if (column === at.sensor) return 'place'
  if (column === at.kind) return 'kind of traffic'
  if (column === at.direction) return 'direction'
  if (at.area.includes(column)) return 'area'
  return [...at.atoms].find(([, where]) => where === column)?.[0] ?? null
}

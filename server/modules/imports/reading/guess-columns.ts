/** The use of the columns of a file, by their names and content. */
import { ATOM_COLUMNS, type AtomColumn } from '../../../facts/columns.ts'
import { bare, findDirection, isDirection } from './directions.ts'
import { fold, ID_NAME } from './names.ts'
import type { Preset } from './preset.ts'
import { parseTimestamp } from './timestamp.ts'

const TIMES = [
  'ts',
  'ts local',
  'timestamp',
  'datetime',
  'date time',
  'date',
  'day',
  'time',
  'start',
  'start time',
  'period start',
  'from',
  'fecha',
  'fecha y hora',
  'fecha hora',
  'fecha/hora',
  'dia',
  'momento',
  'inicio',
  'data',
  'data e hora',
  'data hora',
  'data ora',
  'data e ora',
  'data i hora',
  'giorno',
  'inizio',
  'inici',
  'datum',
  'datum a cas',
  'cas',
  'den',
  'zacatek',
  'quando',
]
const HOURS = ['hour', 'hour of day', 'hora', 'ora', 'hodina', 'h']
const PLACES = [
  'sensor',
  'sensor id',
  'sensor name',
  'location',
  'location name',
  'site',
  'site name',
  'counter',
  'store',
  'store id',
  'store name',
  'shop',
  'local',
  'place',
  'branch',
  'centre',
  'center',
  'station',
  'camera',
  'door',
  'tienda',
  'punto',
  'punto de venta',
  'ubicacion',
  'centro',
  'establecimiento',
  'puerta',
  'loja',
  'ponto',
  'ponto de venda',
  'localizacao',
  'negozio',
  'punto vendita',
  'sede',
  'botiga',
  'ubicacio',
  'prodejna',
  'pobocka',
  'misto',
  'obchod',
]
const AREAS = ['area', 'zone', 'direction', 'zona', 'direccion', 'sentido', 'direcao', 'direzione', 'direccio', 'smer']
const ATOMS: { readonly [atom in AtomColumn]?: readonly string[] } = {
  ins: [
    'ins',
    'in',
    'count',
    'counts',
    'total',
    'entries',
    'visitors',
    'people',
    'footfall',
    'hourly counts',
    'value',
    'entradas',
    'entran',
    'personas',
    'visitantes',
    'conteo',
    'cuenta',
    'total personas',
    'pessoas',
    'contagem',
    'ingressi',
    'entrate',
    'persone',
    'entrades',
    'persones',
    'vstupy',
    'prichody',
    'navstevnici',
    'pocet',
  ],
  fro: ['fro', 'frontal', 'passing', 'passers by', 'paso', 'transeuntes', 'frente', 'passanti', 'kolemjdouci'],
  far: ['far'],
  bounces: ['bounces', 'rebotes'],
  visits: ['visits', 'visitas', 'visite', 'visites', 'navstevy'],
  tickets: ['tickets', 'ticket', 'transactions', 'transacciones', 'bilhetes', 'scontrini', 'tiquets', 'uctenky'],
}

export const looksLikeDate = (name: string): boolean => TIMES.includes(bare(name))
export const looksLikeHour = (name: string): boolean => HOURS.includes(bare(name))

/** The format of which nothing is known but usual names. */
const GENERAL = 'hourly'
/** Lines that are looked at. */
const MAX_TIMES = 0.9

/**
 * A preset whose columns are named as this file names them: those that the preset does not find are found by the names
 * that people give them, the time and the only count also by what is in the column.
 *
 * @param taken columns whose use was chosen by hand, folded
 */
export function guessColumns(
  preset: Preset,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<string>,
): Preset {
  const { columns } = preset
  const free = (name: string) =>
    name !== '' && !taken.has(fold(name)) && header.filter((other) => fold(other) === fold(name)).length === 1
  const used = new Set<string>()
  const has = (names: readonly string[] | undefined) =>
    names?.find((name) => header.some((column) => fold(column) === fold(name)))
  const find = (names: readonly string[], fits: (column: number) => boolean = () => true) =>
    names
      .map((name) => header.find((column, c) => bare(column) === name && free(column) && !used.has(column) && fits(c)))
      .find((column) => column !== undefined)
  const claim = (name: string | undefined): string | undefined => {
    const column = header.find((one) => name !== undefined && fold(one) === fold(name))
    if (column !== undefined) used.add(column)
    return name
  }

  const time =
    claim(has(columns.time)) ??
    claim(find(TIMES)) ??
    claim(header.find((column, c) => free(column) && isTimes(rows, c)))
  const hour = claim(has(columns.hour)) ?? claim(find(HOURS))
  const sensor = claim(has(columns.sensor)) ?? claim(find(PLACES))
  const direction = claim(
    has(columns.direction) ??
      (preset.name !== GENERAL || has(columns.atoms.outs) !== undefined
        ? undefined
        : findDirection(header, rows, (column) => free(column) && !used.has(column))),
  )
  const saysInAndOut = (name: string) =>
    name !== direction &&
    !taken.has(fold(name)) &&
    isInAndOut(
      rows,
      header.findIndex((column) => fold(column) === fold(name)),
    )
  const own = (columns.area ?? [])
    .map((names) => names.filter((name) => name !== direction && !saysInAndOut(name)))
    .filter(({ length }) => length > 0)
  const area = own.some((names) => has(names) !== undefined)
    ? own
    : [find(AREAS, (c) => !isInAndOut(rows, c))].flatMap((name) => (claim(name) === undefined ? [] : [[name!]]))
  const atoms: { [atom in AtomColumn]?: readonly string[] } = {}
  for (const atom of ATOM_COLUMNS) {
    const name = claim(has(columns.atoms[atom])) ?? claim(find(ATOMS[atom] ?? []))
    if (name !== undefined) atoms[atom] = [name]
  }
  if (Object.keys(atoms).length === 0 && preset.lines !== 'passages' && direction === undefined) {
    // The only column of numbers is the count.
    const numbers = header.filter((column, c) => free(column) && !used.has(column) && isNumbers(rows, c))
    if (numbers.length === 1) atoms.ins = numbers
  }
  const guessed = {
    ...preset,
    columns: {
      ...columns,
      ...(direction !== undefined && { direction: [direction] }),
      time: time === undefined ? columns.time : [time],
      ...(hour !== undefined && { hour: [hour] }),
      ...(sensor !== undefined && { sensor: [sensor] }),
      ...((columns.area || area.length > 0) && { area }),
      atoms: Object.keys(atoms).length > 0 ? atoms : columns.atoms,
    },
  }
  return asPassages(guessed, header, rows, (column) => free(column) && !used.has(column))
}

/**
 * The same preset for a file with a column of directions, where nothing else is guessed.
 */
export function withDirection(preset: Preset, header: readonly string[], rows: readonly (readonly string[])[]): Preset {
  const { columns } = preset
  const isIn = (names: readonly string[] | undefined, column: string) =>
    names?.some((name) => fold(name) === fold(column)) === true
  const others = [
    columns.time,
    columns.hour,
    columns.sensor,
    columns.kind,
    preset.said,
    ...Object.values(columns.atoms),
  ]
  const isFree = (column: string) =>
    column !== '' &&
    !others.some((names) => isIn(names, column)) &&
    header.filter((one) => fold(one) === fold(column)).length === 1
  const direction =
    header.find((column) => isIn(columns.direction, column)) ??
    (preset.name !== GENERAL || header.some((column) => isIn(columns.atoms.outs, column))
      ? undefined
      : findDirection(header, rows, isFree))
  if (direction === undefined) return preset
  const area = (columns.area ?? [])
    .map((names) => names.filter((name) => fold(name) !== fold(direction)))
    .filter(({ length }) => length > 0)
  return asPassages(
    { ...preset, columns: { ...columns, direction: [direction], ...(columns.area && { area }) } },
    header,
    rows,
    (column) => isFree(column) && fold(column) !== fold(direction),
  )
}

/** Lines with a direction and nothing that could be a count are people one by one. */
function asPassages(
  preset: Preset,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isFree: (column: string) => boolean,
): Preset {
  const { columns, lines } = preset
  const hasAtoms = Object.values(columns.atoms)
    .flat()
    .some((name) => header.some((column) => fold(column) === fold(name)))
  if (columns.direction === undefined || lines !== undefined || hasAtoms) return preset
  const mayCount = header.some((column, c) => isFree(column) && !ID_NAME.test(column.trim()) && isNumbers(rows, c))
  return mayCount ? preset : { ...preset, lines: 'passages' }
}

const cellsOf = (rows: readonly (readonly string[])[], c: number) =>
  rows.map((row) => (row[c] ?? '').trim()).filter((cell) => cell !== '')

function isInAndOut(rows: readonly (readonly string[])[], c: number): boolean {
  const cells = cellsOf(rows, c)
  return cells.length > 0 && cells.every(isDirection)
}

function isTimes(rows: readonly (readonly string[])[], c: number): boolean {
  const cells = cellsOf(rows, c)
  return (
    cells.length > 0 &&
    cells.filter((cell) => parseTimestamp(cell) !== null || parseTimestamp(cell, 'mdy') !== null).length >=
      cells.length * MAX_TIMES
  )
}

function isNumbers(rows: readonly (readonly string[])[], c: number): boolean {
  const cells = cellsOf(rows, c)
  return cells.length > 0 && cells.every((cell) => /^\d{1,9}([.,]\d+)*$/.test(cell))
}

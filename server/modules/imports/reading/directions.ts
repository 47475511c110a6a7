/** Words, letters and numbers that say in which direction a person went. */
import { fold } from './names.ts'

export type Direction = 'in' | 'out'

/** A name without capitals, accents and signs between its words. */
export const bare = (name: string) =>
  fold(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_.\-/]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** In and out, in the languages of files. */
const IN = words(
  'in enter enters entered entry entries entering entrada entradas entra entran entrando entrata entrate ingresso ' +
    'ingressi vstup vstupy prichod prichody',
)
const OUT = words(
  'out exit exits exited exiting leave leaves leaving salida salidas sale salen saliendo saida saidas sai saindo ' +
    'uscita uscite esce sortida sortides surt vychod vychody odchod odchody',
)
/** They say so only under a name that asks for it. */
const LETTERS_IN = words('i e')
const LETTERS_OUT = words('o s u x')
/** E and O are also east and west, N, E and S points of the compass: only these pairs are in and out by themselves. */
const PAIRS: ReadonlySet<string> = new Set(['i o', 'e s', 'e u', 'e x'])
const YES = words('1 true yes si sim ano')
const NO = words('0 2 false no nao ne')

const NAMES = words(
  'direction dir sentido direccion direcao direzione direccio smer way movement movimiento inout io es',
)
const PAIRED_NAMES: ReadonlySet<string> = new Set([
  'in out',
  'in or out',
  'entry exit',
  'enter exit',
  'entrada salida',
  'entrada saida',
  'entrata uscita',
  'entrada sortida',
  'vstup vychod',
  'i o',
  'e s',
  'e u',
])
/** A name that is itself a direction, as `is_entry`, is answered by yes and no. */
const sideOf = (header: string): Direction | null => {
  const name = bare(header).replace(/^is /, '')
  return IN.has(name) ? 'in' : OUT.has(name) ? 'out' : null
}
const asksForIt = (header: string) => {
  const name = bare(header)
  return NAMES.has(name) || PAIRED_NAMES.has(name) || sideOf(header) !== null
}
/** Of several doors or zones one may be called exit. */
const NAMES_PLACES = words('area zone zona door puerta porta dvere gate acceso access')

/** Says in which direction a person went. As areas or left out, exits would count as entries. */
export const isDirection = (text: string): boolean => IN.has(bare(text)) || OUT.has(bare(text))

const other = (direction: Direction): Direction => (direction === 'in' ? 'out' : 'in')

/** The direction in a cell; null = neither. @param header of the column */
export function directionOf(text: string, header: string): Direction | null {
  const cell = text.trim()
  if (cell === '-1') return 'out'
  const word = bare(cell.replace(/^\+/, ''))
  if (IN.has(word) || LETTERS_IN.has(word)) return 'in'
  if (OUT.has(word) || LETTERS_OUT.has(word)) return 'out'
  const side = sideOf(header) ?? 'in'
  return YES.has(word) ? side : NO.has(word) ? other(side) : null
}

/**
 * The one column of a file that says in which direction a person went, by its cells. Under a name that asks for it both
 * words are enough, and letters and numbers say so too.
 *
 * @param isFree whether a column is used for nothing else
 */
export function findDirection(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isFree: (column: string) => boolean,
): string | undefined {
  const found = header.filter((column, c) => {
    if (!isFree(column) || NAMES_PLACES.has(bare(column))) return false
    const cells = new Set(rows.map((row) => (row[c] ?? '').trim()).filter((cell) => cell !== ''))
    if (cells.size === 0) return false
    const all = [...cells]
    if (all.every(isDirection)) return true
    if (!asksForIt(column)) return false
    if (all.some((cell) => IN.has(bare(cell))) && all.some((cell) => OUT.has(bare(cell)))) return true
    if (!all.every((cell) => directionOf(cell, column) !== null)) return false
    const letters = new Set(all.map(bare).filter((cell) => LETTERS_IN.has(cell) || LETTERS_OUT.has(cell)))
    return (
      new Set(all.map((cell) => directionOf(cell, column))).size === 2 &&
      (letters.size === 0 || PAIRS.has([...letters].toSorted().join(' ')))
    )
  })
  return found.length === 1 ? found[0] : undefined
}

import { createInterner, type Interner } from './cells.ts'
import type { Columns } from './columns.ts'
import { isDirection } from './directions.ts'
import { ImportError } from './import-error.ts'
import { fold, ID_NAME, tidy } from './names.ts'
import type { Preset } from './preset.ts'
import type { Row } from './rows.ts'
import { parseTimestamp } from './timestamp.ts'

/** A column with more different texts holds no places that are worth being seen. */
const MANY = 2000
const LANGUAGES = ['en', 'es', 'pt', 'cs', 'ca', 'it', 'fr', 'de']
const YES_AND_NO = [
  'true',
  'false',
  'yes',
  'no',
  'y',
  'n',
  't',
  'f',
  'si',
  'sí',
  'sim',
  'não',
  'ano',
  'ne',
  'oui',
  'non',
  'ja',
  'nein',
  'am',
  'pm',
]

interface Watched {
  readonly column: string
  readonly texts: Interner
  /** Text of each place so far, -1 = none. */
  readonly ofPlace: Int32Array[]
  /** A place with two texts. */
  differs: { readonly place: number; readonly texts: readonly [number, number] } | null
  cells: number
  isOff: boolean
}

/**
 * Watches the columns that an import does not use. Few texts that repeat over the lines are what a column of places
 * looks like; leaving it out would add up, or replace, the counts of different places.
 */
export function createUnusedColumns(preset: Preset) {
  const watched = new Map<string, Watched>()
  const ignored = new Set((preset.ignore ?? []).map(fold))

  return {
    /** Returns what looks at each row of a file. @param at where its columns are */
    watch(at: Columns): (row: Row, place: number) => void {
      const used = new Set([at.time, at.hour, at.sensor, at.direction, ...at.area, ...at.atoms.values()])
      const columns = at.header.flatMap((column, i) => {
        const key = fold(column)
        if (used.has(i) || ignored.has(key)) return []
        const known = watched.get(key) ?? {
          column: column || `column ${i + 1}`,
          texts: createInterner(),
          ofPlace: [],
          differs: null,
          cells: 0,
          isOff: false,
        }
        watched.set(key, known)
        return [{ i, known }]
      })
      return (row, place) => {
        for (const { i, known } of columns) {
          if (known.isOff || i >= row.length || row.starts[i] === row.ends[i]) continue
          note(known, known.texts.idOf(row.buffer, row.starts[i]!, row.ends[i]!), place)
        }
      }
    },
    /** Why each unused column is not asked about, by its folded name. */
    reasons(places: readonly string[], hasPlaces: boolean): ReadonlyMap<string, string> {
      return new Map(
        [...watched]
          .filter(([, one]) => looksLikePlaces(one) && hasPlaces && places.length > 0 && one.differs === null)
          .map(([key]) => [key, 'the same for each place']),
      )
    },
    /** @throws {ImportError} FILE_COLUMN_UNUSED naming the columns that look like places */
    refuse(files: readonly string[], places: readonly string[], hasPlaces: boolean): void {
      const found = [...watched.values()].filter((one) => looksLikePlaces(one) && (!hasPlaces || one.differs !== null))
      if (found.length === 0) return
      const [{ column }] = found as [Watched]
      const names = found.map((one) => one.column).join(', ')
      const direction = found.find(saysDirections)
      const begin =
        direction === undefined ? 'Say ' : `Say --map direction=${direction.column} when it says in or out, `
      throw new ImportError(
        'FILE_COLUMN_UNUSED',
        `${files.length === 1 ? files[0]! : `${files.length} files have`}${files.length === 1 ? ' has' : ''} the ` +
          `column ${names}, whose few texts repeat over the lines as places do, and nothing uses it. ` +
          `${begin}--map ${hasPlaces ? 'area' : 'sensor'}=${column} when it tells ` +
          `${hasPlaces ? 'the counters of a place' : 'places'} apart, or --ignore ${column} when it does not matter. ` +
          'Nothing was loaded.',
        found.map((one) => describe(one, places)),
      )
    },
  }
}

function note(known: Watched, text: number, place: number) {
  known.cells += 1
  if (known.texts.size > MANY) known.isOff = true
  const block = place >> 10
  const ofPlace = (known.ofPlace[block] ??= new Int32Array(1024).fill(-1))
  const before = ofPlace[place & 1023]!
  if (before === text) return
  if (before < 0) ofPlace[place & 1023] = text
  else known.differs ??= { place, texts: [before, text] }
}

function looksLikePlaces({ column, texts, cells, isOff }: Watched): boolean {
  if (isOff || texts.size < 2 || texts.size * 2 > cells) return false
  const names = Array.from({ length: texts.size }, (_, id) => tidy(texts.textAt(id))).filter(Boolean)
  // `out` is also a month.
  if (saysDirections({ texts })) return true
  const named = names.filter((name) => isName(name, ID_NAME.test(column.trim())))
  return named.length >= 2 && named.length * 2 > names.length
}

const saysDirections = ({ texts }: Pick<Watched, 'texts'>): boolean => {
  const names = Array.from({ length: texts.size }, (_, id) => tidy(texts.textAt(id))).filter(Boolean)
  return names.length >= 2 && names.every(isDirection)
}

function isName(text: string, isId: boolean): boolean {
  if (CALENDAR.has(text.toLowerCase()) || parseTimestamp(text) !== null) return false
  return isId || /\p{L}/u.test(text.replace(/^[\d.,\s-]+([eE][-+]?\d+|h|hs|am|pm|%|°C)?$/, ''))
}

/** Column, how many texts it has, the first of them, and a place that has two: without words, for six languages. */
function describe({ column, texts, differs }: Watched, places: readonly string[]): string {
  const shown = Array.from({ length: Math.min(5, texts.size) }, (_, id) => texts.textAt(id)).join(', ')
  const both =
    differs && places[differs.place] !== undefined
      ? `; ${places[differs.place]}: ${differs.texts.map((id) => texts.textAt(id)).join(', ')}`
      : ''
  return `${column} (${texts.size}): ${shown}${both}`.slice(0, 300)
}

/** Names of weekdays and months, and words for yes and no: they say when or whether, never where. */
const CALENDAR: ReadonlySet<string> = new Set([
  ...YES_AND_NO,
  ...LANGUAGES.flatMap((language) =>
    ['long', 'short'].flatMap((width) => {
      const text = (options: Intl.DateTimeFormatOptions, at: number) =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at).toLowerCase()
      const style = width as 'long' | 'short'
      const months = Array.from({ length: 12 }, (_, month) => text({ month: style }, Date.UTC(2024, month, 15)))
      const days = Array.from({ length: 7 }, (_, day) => text({ weekday: style }, Date.UTC(2024, 0, 1 + day)))
      return [...months, ...days].flatMap((word) => [word, word.replace('.', '')])
    }),
  ),
])

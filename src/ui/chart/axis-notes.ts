/** The line under the names of an axis: a word where there is room for it, else a mark. Pure. */
import type { Measure } from './plot.ts'
import type { ChartNote } from './types.ts'
import type { AxisNote } from './plot.ts'

/** Height of the line, in pixels. */
export const NOTE_LINE_PX = 15
/** Air between two words, and the fewest letters that still say something. */
const AIR = 8
const FEWEST_LETTERS = 4

export interface NoteRoom {
  /** Pixels from one category to the next. */
  readonly pitch: number
  /** Middle of a category. */
  readonly xOf: (index: number) => number
}

export function axisNotes(
  notes: readonly (ChartNote | null)[],
  { pitch, xOf }: NoteRoom,
  measure: Measure,
): AxisNote[] {
  return notes.flatMap((note, index) =>
    note === null
      ? []
      : [{ index, x: xOf(index), text: note.short === null ? null : fitted(note.short, pitch - AIR, measure) }],
  )
}

/** The word, or its begin with an ellipsis; null where not even that fits. */
function fitted(word: string, room: number, measure: Measure): string | null {
  if (measure(word) <= room) return word
  const letters = Array.from(word)
  for (let count = letters.length - 1; count >= FEWEST_LETTERS; count--) {
    const begin = `${letters.slice(0, count).join('').trimEnd()}…`
    if (measure(begin) <= room) return begin
  }
  return null
}

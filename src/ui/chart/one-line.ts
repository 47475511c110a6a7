/**
 * Room that a row of keys surely takes, without asking the page: asking costs a layout of all that has changed so far.
 * The widths of the texts are known, since charts measure them anyway; where they come close to the room, or fingers
 * need larger keys, the page is asked.
 */
import type { Measure } from './plot.ts'
import { measurer, rootSize } from './measure.ts'

/** Mark and paddings beside a text, as the sheets say: of a key that is a button, and of one that is not. */
const BUTTON_REM = 1.75
const KEY_REM = 1.25
const BETWEEN_REM = 0.75
/** A row that takes more of its room than this might stand in two lines. */
const SURE = 0.94

const KEYS_REM = 1.5
const NAMES_REM = 1.25
const GAP_REM = 0.125

/** What texts are measured by. */
export interface Ruler {
  readonly measure: Measure
  readonly remPx: number
  /** Keys to press are larger for fingers. */ readonly hasFingers: boolean
}

let coarse: MediaQueryList | undefined
/** The page's own; `version` as in `measurer`. */
export function rulerOf(version: number): Ruler {
  coarse ??= matchMedia('(pointer: coarse)')
  return { measure: measurer(version), remPx: rootSize(), hasFingers: coarse.matches }
}

/** On the page a figure is as wide as any other, which a canvas does not know: a one is measured as a zero. */
const asOnPage = (text: string) => text.replaceAll(/\d/g, '0')

const fits = (texts: readonly string[], markRem: number, width: number, { measure, remPx }: Ruler) =>
  texts.reduce((sum, text) => sum + measure(asOnPage(text)) + (markRem + BETWEEN_REM) * remPx, 0) <= SURE * width

/** Height of a row of keys that are no buttons; null where only the page knows. */
export const keysHeight = (names: readonly string[], width: number, ruler: Ruler): number | null =>
  fits(names, KEY_REM, width, ruler) ? Math.round(KEYS_REM * ruler.remPx) : null

/** What stands over a chart: keys to press, then the names of its axes. */
export interface Head {
  readonly keys: readonly string[]
  readonly axes: readonly string[]
}

/** Its height in pixels; null where only the page knows. */
export function headHeight({ keys, axes }: Head, width: number, ruler: Ruler): number | null {
  if (keys.length > 0 && (ruler.hasFingers || !fits(keys, BUTTON_REM, width, ruler))) return null
  if (axes.length > 0 && !fits(axes, 0, width, ruler)) return null
  const lines = [...(keys.length > 0 ? [KEYS_REM] : []), ...(axes.length > 0 ? [NAMES_REM] : [])]
  return Math.round(
    ruler.remPx * (lines.reduce((sum, line) => sum + line, 0) + GAP_REM * Math.max(0, lines.length - 1)),
  )
}

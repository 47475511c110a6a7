/** Words in an item of a chart: as much of a name as fits. Pure. */
import type { Measure } from '#ui/chart/plot.ts'

/** Semi-bold letters are wider than they are measured. */
export const BOLD = 1.08
/** A name of fewer letters is not readable. */
const LEAST_LETTERS = 3

/** A name, or the begin of it; nothing where not even that fits. */
export function nameWithin(name: string, room: number, measure: Measure): string | null {
  if (measure(name) <= room) return name
  const letters = Array.from(name)
  for (let count = letters.length - 1; count >= LEAST_LETTERS; count--) {
    const shown = `${letters.slice(0, count).join('').trimEnd()}…`
    if (measure(shown) <= room) return shown
  }
  return null
}

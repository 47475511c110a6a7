/** Two versions of a part of a pre-setup, entered on two devices at once, as one that has what either has. */
import { pointsWithArea, withPoint, withoutPoint } from './points.ts'
import type { PresetupPart, Setup } from './presetup.ts'

const both = <T>(theirs: readonly T[] = [], mine: readonly T[] = []): T[] => [...new Set([...theirs, ...mine])]

/** The choice where both have the same device, area or point. Null: a choice of one. */
export function mergedPart(part: string, theirs: Partial<Setup>, mine: Partial<Setup>): Partial<Setup> | null {
  switch (part as PresetupPart) {
    case 'footscans': {
      const own = mine.footscans ?? []
      const others = (theirs.footscans ?? []).filter(({ id }) => own.every((one) => one.id !== id))
      return { footscans: [...others, ...own] }
    }
    case 'people':
      return { user: mine.user ?? theirs.user ?? null, phoneMacs: both(theirs.phoneMacs, mine.phoneMacs) }
    case 'schedule':
      return { areas: both(theirs.areas, mine.areas), schedules: { ...theirs.schedules, ...mine.schedules } }
    case 'points': {
      let points: Setup['points'] = theirs.points ?? {}
      for (const { area, ...point } of pointsWithArea(mine.points ?? {}))
        points = withPoint(withoutPoint(points, point.point), area, point) as Setup['points']
      return { points }
    }
    default:
      return null
  }
}

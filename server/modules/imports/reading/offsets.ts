import { offsetAt } from '../../../facts/zone.ts'
import { ImportError } from './import-error.ts'

const HOUR_S = 3600
/** Hours of a century. */
const MAX = 1_000_000

/**
 * Local times that carry a `Z` give themselves away in spring: real UTC has a line at the hour that the local clock
 * skips, and they have none, with lines before and after.
 */
export function createOffsetEvidence(zone: string, file: string) {
  const hours = new Set<number>()
  return {
    /** A time given as UTC, seconds. */
    note(civil: number) {
      if (hours.size < MAX) hours.add(Math.floor(civil / HOUR_S))
    },
    /** @throws {ImportError} FILE_OFFSETS_WRONG */
    refuse() {
      const sorted = [...hours].sort((a, b) => a - b)
      const missing: number[] = []
      for (let i = 1; i < sorted.length; i += 1) {
        const [before, after] = [sorted[i - 1]!, sorted[i]!]
        if (after - before === 2 && isSkipped(zone, before + 1)) missing.push(before + 1)
        else if (after - before === 1 && isSkipped(zone, after)) return
      }
      if (missing.length === 0) return
      const shown = missing
        .slice(0, 5)
        .map(
          (hour) =>
            `${file}: no line at ${new Date(hour * HOUR_S * 1000).toISOString().slice(0, 16)}, the hour that the ` +
            `clocks of ${zone} skip`,
        )
      throw new ImportError(
        'FILE_OFFSETS_WRONG',
        `${file} says that its times are UTC, but they skip the hour that the clocks of ${zone} skip in spring, as ` +
          'local times do. Say --offsets ignore when they are local times, --offsets trust when they are UTC. ' +
          'Nothing was loaded.',
        shown,
      )
    },
  }
}

/** Whether the clocks of a zone go over this civil hour. @param hour hours since 1970-01-01, as if it were UTC */
function isSkipped(zone: string, hour: number): boolean {
  const civil = hour * HOUR_S
  const [before, after] = [offsetAt(zone, civil - 86_400), offsetAt(zone, civil + 86_400)]
  if (after <= before) return false
  return [before, after].every((offset) => civil - offset + offsetAt(zone, civil - offset) !== civil)
}

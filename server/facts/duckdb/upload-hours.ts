import { SLICE } from './upload-news.ts'
import { offsetAt } from '../zone.ts'
import type { UploadRows } from '../uploads.ts'

/**
 * Columns of civil hours with room for one slice. They are used again for each: new ones every time are garbage that
 * others wait for.
 */
export const hourColumns = () => ({
  day: new Int32Array(SLICE),
  hour: new Int32Array(SLICE),
  fold: new Int32Array(SLICE),
  instant: new Uint32Array(SLICE),
})

/** Writes the civil hours of the instants of a slice, in the zone of each local, to the beginning of `out`. */
export function civilHours(
  { columns: { local, instant }, length }: UploadRows,
  zones: ReadonlyMap<number, string>,
  out: ReturnType<typeof hourColumns>,
): void {
  for (let at = 0; at < length; at += 1) {
    const zone = zones.get(local[at]!) ?? 'UTC'
    const start = instant[at]!
    const offset = offsetAt(zone, start)
    const civil = start + offset
    const day = Math.floor(civil / 86_400)
    out.day[at] = day
    out.hour[at] = Math.floor((civil - day * 86_400) / 3600)
    // The same civil time an hour ago: this is the second pass through it.
    out.fold[at] = offsetAt(zone, start - 3600) - offset === 3600 ? 1 : 0
    out.instant[at] = start
  }
}

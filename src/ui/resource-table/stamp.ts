/** Dates of tables: DD-MM-YYYY HH:mm:ss (spec 1, section 9), in the reader's own time zone. */
import { NOTHING } from '../format.ts'

const two = (value: number) => String(value).padStart(2, '0')
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Epoch milliseconds or ISO text. A plain day (`2026-01-06`) has no time zone and no time. Anything unreadable is a dash. */
export function writeStamp(value: unknown, withTime = true): string {
  if (typeof value !== 'number' && typeof value !== 'string') return NOTHING
  const day = typeof value === 'string' ? DAY.exec(value) : null
  if (day !== null) return `${day[3]}-${day[2]}-${day[1]}`
  const at = new Date(value)
  if (value === '' || Number.isNaN(at.getTime())) return NOTHING
  const date = `${two(at.getDate())}-${two(at.getMonth() + 1)}-${at.getFullYear()}`
  return withTime ? `${date} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}` : date
}

/** Quarantined readings, as a person reads them. */
import { tableMoment } from '#domain/moment'
import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)
const isMoment = (ms: number | null): ms is number => ms !== null && Math.abs(ms) <= 8.64e15

/** Its time: the two ends of an interval, or one moment; null when it is unknown. */
export function whenOf({ reading }: Pick<QuarantinedReading, 'reading'>): string | null {
  const { start, end, at, first } = reading as Record<string, unknown>
  const [from, to, moment] = [numberOf(start), numberOf(end), numberOf(at) ?? numberOf(first)]
  if (isMoment(from) && isMoment(to)) return `${tableMoment(from)} – ${tableMoment(to).slice(11)}`
  return isMoment(moment) ? tableMoment(moment) : null
}

/** The counts in it by their name: in, out, totals or people. */
export function countsOf({ reading }: Pick<QuarantinedReading, 'reading'>): {
  readonly name: 'in' | 'out' | 'totalIn' | 'totalOut' | 'people'
  readonly count: number
}[] {
  const fields = reading as Record<string, unknown>
  return (['in', 'out', 'totalIn', 'totalOut', 'people'] as const).flatMap((name) => {
    const count = numberOf(fields[name])
    return count === null ? [] : [{ name, count }]
  })
}

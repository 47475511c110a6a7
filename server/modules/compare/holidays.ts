/** The holidays within the periods of a comparison: by day and name, with how many of its locals keep them. */
import { dayNumber, isoDay } from '#domain/days'
import type { FactPeriod } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import { fromRows } from '#domain/frame-build'
import { HOLIDAYS } from '#domain/holiday-columns'
import { LANGUAGES } from '#domain/languages'
import type { Repositories } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'
import { knownNames } from '../holidays/known-names.ts'

interface HolidayFrameInput {
  readonly client: number
  readonly chosen: ReadonlySet<number>
  readonly periods: readonly FactPeriod[]
}

export async function holidayFrame(
  { holidays }: Pick<Repositories, 'holidays'>,
  scope: Scope,
  { client, chosen, periods }: HolidayFrameInput,
): Promise<Frame> {
  const [from, to] = [Math.min(...periods.map((one) => one.from)), Math.max(...periods.map((one) => one.to))]
  const found = new Map<string, { day: number; name: string; locals: number; closed: number }>()
  for (const { local, day: iso, name, closed } of await holidays.list(scope, {
    client,
    from: isoDay(from),
    to: isoDay(to),
  })) {
    const day = dayNumber(iso)
    if (!chosen.has(local) || !periods.some((one) => one.from <= day && day <= one.to)) continue
    const key = `${day} ${name}`
    const row = found.get(key) ?? { day, name, locals: 0, closed: 0 }
    found.set(key, { ...row, locals: row.locals + 1, closed: row.closed + (closed ? 1 : 0) })
  }
  const rows = [...found.values()].sort((a, b) => a.day - b.day || b.locals - a.locals)
  return fromRows(
    HOLIDAYS,
    rows.map(({ day, name, locals, closed }) => {
      const known = knownNames(name)
      return [day, name, locals, closed, chosen.size, ...LANGUAGES.map((language) => known[language] ?? null)]
    }),
  )
}

/** The counts that the rules read: sums of days, and how many people were inside. */
import type { DayFacts, DayHours } from '#domain/alert-evaluation'
import { QUALITY_ATOMS } from '#domain/completeness'
import type { Frame } from '#domain/frame'
import type { FactStore } from '../../facts/store.ts'

const COUNTS = ['ins', 'visits', 'tickets', 'visitsWithTickets'] as const
type Column = (typeof COUNTS)[number] | (typeof QUALITY_ATOMS)[number]

function reader(frame: Frame): (column: Column | 'local' | 'day' | 'hour', row: number) => number | null {
  const columns = new Map(frame.columns.map(({ id }, at) => [id, frame.data[at]]))
  return (id, row) => {
    const data = columns.get(id)
    if (data?.kind !== 'numbers') return null
    const isThere = data.valid === undefined || ((data.valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0
    return isThere ? Number(data.values[row]) : null
  }
}

/**
 * Sums of each local and day between two days, both included; a local or day without a row is not there. Days of locals
 * that lost some hours have their hours too.
 */
export async function dayFacts(
  facts: Pick<FactStore, 'query'>,
  client: number,
  locals: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, Map<number, DayFacts>>> {
  const found = new Map<number, Map<number, DayFacts>>()
  if (locals.length === 0) return found
  const frame = await facts.query({
    table: 'traffic',
    measures: [...COUNTS, ...QUALITY_ATOMS],
    by: ['local', 'day'],
    where: { client: [client], local: locals },
    periods: [{ name: 'only', from, to }],
  })
  const at = reader(frame)
  for (let row = 0; row < frame.rows; row += 1) {
    const [local, day] = [at('local', row) ?? 0, at('day', row) ?? 0]
    const number = (column: Column) => at(column, row) ?? 0
    const sums: DayFacts = {
      day,
      ins: at('ins', row),
      visits: at('visits', row),
      tickets: at('tickets', row),
      visitsWithTickets: at('visitsWithTickets', row),
      expected: number('expected'),
      observed: number('observed'),
      estimatedIns: number('estimatedIns'),
      hours: number('hours'),
      missingHours: number('missingHours'),
      partialHours: number('partialHours'),
      settlingHours: number('settlingHours'),
      closedHours: number('closedHours'),
    }
    const days = found.get(local) ?? new Map<number, DayFacts>()
    days.set(day, sums)
    found.set(local, days)
  }
  const torn = [...found].flatMap(([local, days]) =>
    [...days.values()].some(({ missingHours, expected, observed }) => missingHours > 0 || observed < expected)
      ? [local]
      : [],
  )
  const hours = await hoursOf(facts, client, torn, from, to)
  for (const [local, days] of hours)
    for (const [day, hourly] of days) found.get(local)?.set(day, { ...found.get(local)!.get(day)!, hourly })
  return found
}

/** The hours of each day of some locals. */
async function hoursOf(
  facts: Pick<FactStore, 'query'>,
  client: number,
  locals: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, Map<number, DayHours>>> {
  const found = new Map<
    number,
    Map<number, { whole: number; torn: number; ins: (number | null)[]; visits: (number | null)[] }>
  >()
  if (locals.length === 0) return found
  const frame = await facts.query({
    table: 'traffic',
    measures: ['ins', 'visits', 'expected', 'observed', 'hours', 'missingHours', 'partialHours'],
    by: ['local', 'day', 'hour'],
    where: { client: [client], local: locals },
    periods: [{ name: 'only', from, to }],
  })
  const at = reader(frame)
  const nothing = () => Array.from<number | null>({ length: 24 }).fill(null)
  for (let row = 0; row < frame.rows; row += 1) {
    const [local, day, hour] = [at('local', row) ?? 0, at('day', row) ?? 0, at('hour', row) ?? 0]
    const days =
      found.get(local) ??
      new Map<number, { whole: number; torn: number; ins: (number | null)[]; visits: (number | null)[] }>()
    const of = days.get(day) ?? { whole: 0, torn: 0, ins: nothing(), visits: nothing() }
    if ((at('hours', row) ?? 0) > 0) {
      const isTorn =
        (at('missingHours', row) ?? 0) + (at('partialHours', row) ?? 0) > 0 ||
        (at('observed', row) ?? 0) < (at('expected', row) ?? 0)
      of[isTorn ? 'torn' : 'whole'] |= 1 << hour
    }
    of.ins[hour] = at('ins', row)
    of.visits[hour] = at('visits', row)
    found.set(local, days.set(day, of))
  }
  return found
}

/** The raw table: date, up, down, closed, total, and how much of what was open was up. */
import { availabilityOf } from '#domain/status-counts'
import type { Cell } from '#domain/frame'
import type { Frames, Project, Projection } from '#engine/types'
import { datesOf } from '../lib/groups.ts'
import { dayColumn, shareColumn, write } from '../lib/measure.ts'
import { countOf, passportOfTime } from '../lib/status.ts'
import type { StatusSummaryOptions } from './generated/options.ts'

const COUNTS = ['up', 'down', 'closed'] as const

/** `total` is the last row, over all dates. */
export interface SummaryProjection extends Projection {
  readonly totals: Readonly<Record<string, Cell>>
}

export const isSummary = (projection: Projection): projection is SummaryProjection => 'totals' in projection

export const project = ((options, { rows }: Frames, context): SummaryProjection => {
  const dates = options.newestFirst ? datesOf(rows).reverse() : datesOf(rows)
  const counts = dates.map(({ atoms }) => ({
    up: countOf(atoms.up),
    down: countOf(atoms.down),
    closed: countOf(atoms.closed),
  }))
  const sum = (id: (typeof COUNTS)[number]) => finite(counts.reduce((total, row) => total + (row[id] ?? 0), 0))
  const all = { up: sum('up'), down: sum('down'), closed: sum('closed') }
  const figures = (row: (typeof counts)[number]): Cell[] => [row.up, row.down, row.closed, totalOf(row), share(row)]
  const time = (id: string) => dates.reduce((total, { atoms }) => total + (countOf(atoms[id]) ?? 0), 0)
  const isRunning = dates.map(({ atoms }) => (atoms.running ?? 0) > 0)
  const availability = share(all)
  return {
    columns: [
      dayColumn('day', context.t('date')),
      ...[
        ['up', 'status:UP'],
        ['down', 'status:DOWN'],
        ['closed', 'status:CLOSED'],
        ['total', 'total'],
      ].map(([id = '', label = '']) => ({
        id,
        label: context.t(label),
        format: 'count' as const,
        role: 'measure' as const,
        unit: 'count' as const,
      })),
      shareColumn('availability', context.t('availability')),
    ],
    rows: dates.map(({ key: [day] }, at) => [day ?? null, ...figures(counts[at] as (typeof counts)[number])]),
    states: isRunning.map((running) => (running ? 'partial' : 'final')),
    category: 'day',
    summary:
      availability === null
        ? context.t('noFootscans')
        : context.t('summary.known', {
            availability: write(context, availability, 'percent'),
            days: write(context, dates.length, 'count'),
          }),
    passport: passportOfTime(time('coveredS'), time('openS'), isRunning.includes(true)),
    // Footscan days of several dates add up to nothing that anyone counts; what they say together is the availability.
    totals: { availability },
  }
}) satisfies Project<StatusSummaryOptions>

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

interface Counts {
  readonly up: number | null
  readonly down: number | null
  readonly closed: number | null
}

const totalOf = ({ up, down, closed }: Counts): number | null =>
  up === null && down === null && closed === null ? null : finite((up ?? 0) + (down ?? 0) + (closed ?? 0))

function share({ up, down }: Counts): number | null {
  const value = up === null || down === null ? null : availabilityOf({ up, down, closed: 0 })
  return value === null ? null : finite(value)
}

/** Footscans down, up and closed, date by date. Down is on the axis, where it is seen. */
import { availabilityOf } from '#domain/status-counts'
import type { Frames, Project, Projection } from '#engine/types'
import { datesOf } from '../lib/groups.ts'
import { dayColumn, write } from '../lib/measure.ts'
import { countOf, passportOfTime } from '../lib/status.ts'
import { STATUS_TONES } from '../lib/tones.ts'
import type { StatusEvolutionOptions } from './generated/options.ts'

const PARTS = [
  ['down', 'DOWN'],
  ['up', 'UP'],
  ['closed', 'CLOSED'],
] as const

export const project = ((options, { rows }: Frames, context): Projection => {
  const dates = datesOf(rows)
  const parts = PARTS.filter(([id]) => options.showClosed || id !== 'closed')
  const isRunning = (atoms: Readonly<Record<string, number | null | undefined>>) => (atoms.running ?? 0) > 0
  const sum = (id: string) => dates.reduce((total, { atoms }) => total + (countOf(atoms[id]) ?? 0), 0)
  const availability = availabilityOf({ up: sum('up'), down: sum('down'), closed: 0 })
  const known = availability !== null && Number.isFinite(availability)
  return {
    columns: [
      dayColumn('day', context.t('date')),
      ...parts.map(([id, status]) => ({
        id,
        label: context.t(`status:${status}`),
        format: 'count' as const,
        role: 'measure' as const,
        unit: 'count' as const,
      })),
    ],
    rows: dates.map(({ key: [day], atoms }) => [day ?? null, ...parts.map(([id]) => countOf(atoms[id]))]),
    states: dates.map(({ atoms }) => (isRunning(atoms) ? 'partial' : 'final')),
    series: parts.map(([id, status]) => ({
      id,
      column: id,
      name: context.t(`status:${status}`),
      mark: 'bar',
      axis: 0,
      tone: STATUS_TONES[status],
      stack: 'status',
    })),
    category: 'day',
    summary: known
      ? context.t('summary.known', {
          availability: write(context, availability, 'percent'),
          days: write(context, dates.length, 'count'),
          down: write(context, sum('down'), 'count'),
        })
      : context.t('noFootscans'),
    passport: passportOfTime(
      sum('coveredS'),
      sum('openS'),
      dates.some(({ atoms }) => isRunning(atoms)),
    ),
  }
}) satisfies Project<StatusEvolutionOptions>

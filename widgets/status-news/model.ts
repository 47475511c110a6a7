/** Footscans that came up and that went down, date by date. The first date has nothing before it, so it is left out. */
import type { Frames, Project, Projection } from '#engine/types'
import { datesOf } from '../lib/groups.ts'
import { dayColumn, write } from '../lib/measure.ts'
import { countOf, passportOfRows } from '../lib/status.ts'
import { STATUS_TONES } from '../lib/tones.ts'
import type { StatusNewsOptions } from './generated/options.ts'

const PARTS = [
  ['newDown', 'DOWN', 'down'],
  ['newUp', 'UP', 'up'],
] as const

export const project = ((options, { rows }: Frames, context): Projection => {
  const all = datesOf(rows)
  const dates = all.slice(1)
  const parts = PARTS.filter(([, , what]) => options.show === 'both' || options.show === what)
  const sum = (id: string) => dates.reduce((total, { atoms }) => total + (countOf(atoms[id]) ?? 0), 0)
  const [down, up] = [sum('newDown'), sum('newUp')]
  return {
    columns: [
      dayColumn('day', context.t('date')),
      ...parts.map(([id]) => ({
        id,
        label: context.t(id),
        format: 'count' as const,
        role: 'measure' as const,
        unit: 'count' as const,
      })),
    ],
    rows: dates.map(({ key: [day], atoms }) => [day ?? null, ...parts.map(([id]) => countOf(atoms[id]))]),
    states: dates.map(({ atoms }) => ((atoms.running ?? 0) > 0 ? 'partial' : 'final')),
    series: parts.map(([id, status]) => ({
      id,
      column: id,
      name: context.t(id),
      mark: 'bar',
      axis: 0,
      tone: STATUS_TONES[status],
    })),
    category: 'day',
    summary:
      dates.length === 0 || !Number.isFinite(down + up)
        ? context.t('summary.none')
        : context.t('summary.known', {
            down: write(context, down, 'count'),
            up: write(context, up, 'count'),
            days: write(context, dates.length, 'count'),
          }),
    passport: passportOfRows(rows),
  }
}) satisfies Project<StatusNewsOptions>

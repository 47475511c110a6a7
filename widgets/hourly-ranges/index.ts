import { defineWidget } from '#engine/types'
import { QUALITY } from '../lib/quality.ts'
import type { HourlyRangesOptions } from './generated/options.ts'

export default defineWidget<HourlyRangesOptions>({
  type: 'hourly-ranges',
  category: 'traffic',
  icon: 'chart-bar',
  data: {
    rows: {
      required: true,
      columns: {
        period: 'dim',
        hour: 'dim',
        ins: 'measure',
        insInRange0: 'measure',
        insInRange1: 'measure',
        insInRange2: 'measure',
        insInRange3: 'measure',
      },
      optional: {
        visits: 'measure',
        tickets: 'measure',
        ...QUALITY,
      },
    },
  },
  measures: {
    of: [],
    besides: { showTickets: { without: false, reads: 'tickets' } },
    // Where no stays are measured the entries are there all the same.
    spared: ['insInRange0', 'insInRange1', 'insInRange2', 'insInRange3'],
  },
  sizes: { default: [6, 7], min: [4, 6] },
  migrations: [fromVersion1],
  load: () => import('./view.tsx'),
})

/**
 * Version 1 had `reference` as a switch, `tickets`, and the edges as text ("5,15,30"). Edges that are not three numbers
 * are left to the default.
 */
function fromVersion1({ reference, tickets, edges, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const numbers = typeof edges === 'string' ? edges.split(',').map(Number) : []
  return {
    ...rest,
    period: reference === true ? 'reference' : 'comparing',
    ...(tickets !== undefined && { showTickets: tickets }),
    ...(numbers.length === 3 && numbers.every(Number.isInteger) && { edgesMinutes: numbers }),
  }
}

/**
 * Test vectors: what each metric must give, by hand. `cells` are the rows of a selection (hours, stores); the metric is
 * derived from their sums. Run through the browser kernel and through real SQL by `vectors.test.ts`. First the golden
 * ones of metrics.md 5.12.
 */
import type { Atoms } from '#domain/metrics/atoms'
import type { MetricSettings } from '#domain/metrics/settings'

export interface Vector {
  readonly metric: string
  readonly cells: readonly Atoms[]
  readonly settings?: Partial<MetricSettings>
  /** Exact value; compared to 1e-9. */
  readonly expect: number | null
}

const DAY = { far: 900, fro: 400, ins: 100, bounces: 25, visits: 75, tickets: 30 }
const TWO = [
  { fro: 400, ins: 100 },
  { fro: 10, ins: 10 },
]
const REPEAT = {
  visits: 75,
  localRepRange0: 10,
  localRepRange1: 6,
  localRepRange2: 4,
  localRepRange3: 0,
  clientRepRange0: 14,
  clientRepRange1: 8,
  clientRepRange2: 5,
  clientRepRange3: 1,
}
const IDENTIFIED = { ...REPEAT, identifiedVisits: 50 }
const NO_REPEAT = {
  visits: 75,
  localRepRange0: null,
  localRepRange1: 0,
  localRepRange2: 0,
  localRepRange3: 0,
  clientRepRange0: null,
  clientRepRange1: 0,
  clientRepRange2: 0,
  clientRepRange3: 0,
}

const inclusive = { frontMode: 'inclusive' } as const
const vector = (
  metric: string,
  cells: Atoms | readonly Atoms[],
  expect: number | null,
  settings?: Partial<MetricSettings>,
): Vector => ({
  metric,
  cells: Array.isArray(cells) ? (cells as readonly Atoms[]) : [cells as Atoms],
  expect,
  ...(settings && { settings }),
})

const GOLDEN: readonly Vector[] = [
  vector('captureRate', DAY, 20),
  vector('bounceRate', DAY, 25),
  vector('conversionRate', DAY, 40),
  vector('conversionOnEntries', DAY, 30),
  vector('reachRate', DAY, 500 / 14),
  vector('total', DAY, 500),
  vector('captureRate', DAY, 25, inclusive),
  vector('total', DAY, 400, inclusive),
  vector('conversionRate', { ...DAY, tickets: null }, null),
  vector('conversionRate', { ...DAY, tickets: 0 }, 0),
  // The mean of the two ratios, 35 %, is the bug.
  vector('captureRate', TWO, 11000 / 520),
  vector('repeatVisits', REPEAT, 20),
  vector('newAtLocal', REPEAT, 8),
  vector('newAtBrand', REPEAT, 47),
  vector('repetitionRate', REPEAT, 2000 / 75),
]

/** A count is its sum; all null stays null; a null among numbers is skipped. */
const ofCount = (id: string): Vector[] => [
  vector(id, [{ [id]: 3 }, { [id]: 4 }], 7),
  vector(id, [{ [id]: null }, { [id]: null }], null),
  vector(id, [{ [id]: null }, { [id]: 0 }], 0),
]

/** A plain ratio of two atoms. */
const ofRatio = (id: string, of: string, over: string, scale: number): Vector[] => [
  vector(
    id,
    [
      { [of]: 30, [over]: 100 },
      { [of]: 10, [over]: 300 },
    ],
    scale / 10,
  ),
  vector(id, { [of]: 5, [over]: 0 }, null),
  vector(id, { [of]: null, [over]: 8 }, null),
  vector(id, { [of]: 0, [over]: 8 }, 0),
]

export const VECTORS: readonly Vector[] = [
  ...GOLDEN,
  ...[
    'far',
    'fro',
    'ins',
    'bounces',
    'visits',
    'tickets',
    'outs',
    'sales',
    'units',
    'identifiedVisits',
    'insInRange0',
    'insInRange1',
    'insInRange2',
    'insInRange3',
  ].flatMap(ofCount),
  ...ofRatio('bounceRate', 'bounces', 'ins', 100),
  ...ofRatio('insTime', 'insTimeS', 'ins', 1),
  ...ofRatio('visitTime', 'visitTimeS', 'visits', 1),
  ...ofRatio('identifiedShare', 'identifiedVisits', 'visits', 100),
  ...ofRatio('coverage', 'observed', 'expected', 100),
  ...ofRatio('buyingUnitConversion', 'tickets', 'groups', 100),
  ...ofRatio('averageTicket', 'sales', 'tickets', 1),
  ...ofRatio('unitsPerTicket', 'units', 'tickets', 1),
  ...ofRatio('salesYield', 'sales', 'ins', 1),
  ...ofRatio('salesPerVisit', 'sales', 'visits', 1),
  // Tickets of a store that brings no sales do not lower the average ticket of the other, nor do sales of an hour
  // without a count raise the yield.
  vector(
    'averageTicket',
    [
      { tickets: 4, sales: 100 },
      { tickets: 96, sales: null },
    ],
    25,
  ),
  vector(
    'unitsPerTicket',
    [
      { tickets: 4, units: 10 },
      { tickets: 96, units: null },
    ],
    2.5,
  ),
  vector(
    'salesYield',
    [
      { ins: 50, sales: 100 },
      { ins: null, sales: 900 },
      { ins: 500, sales: null },
    ],
    2,
  ),
  vector(
    'salesPerVisit',
    [
      { visits: 40, sales: 100 },
      { visits: null, sales: 900 },
      { visits: 400, sales: null },
    ],
    2.5,
  ),
  // metrics.md 5.2: yield = conversion on entries x average ticket. 4 / 50 x 25 = 2.
  vector('conversionOnEntries', { ins: 50, tickets: 4, sales: 100 }, 8),
  vector('salesYield', { ins: 50, tickets: 4, sales: 100 }, 2),
  ...ofRatio('salesPerLabourHour', 'sales', 'staffHours', 1),
  ...ofRatio('entriesPerStaffHour', 'ins', 'staffHours', 1),
  ...ofRatio('costPerVisit', 'investment', 'visits', 1),
  ...ofRatio('meanInside', 'peopleS', 'measuredS', 1),
  ...ofRatio('meanCapacity', 'capacityS', 'ratedS', 1),
  ...ofRatio('utilisation', 'peopleS', 'capacityS', 100),
  ...ofRatio('timeUsed', 'usedS', 'roomS', 100),
  ...[
    'saturation/saturatedS',
    'emptyShare/emptyS',
    'underuseShare/underuseS',
    'correctShare/correctS',
    'heavyShare/heavyS',
    'overloadShare/overloadS',
  ].flatMap((both) => {
    const [metric = '', of = ''] = both.split('/')
    return ofRatio(metric, of, 'ratedS', 100)
  }),
  ...[
    'underuseTime/underuseS',
    'correctTime/correctS',
    'heavyTime/heavyS',
    'overloadTime/overloadS',
    'unknownTime/unknownS',
  ].flatMap((both) => {
    const [metric = '', of = ''] = both.split('/')
    return [
      vector(metric, [{ [of]: 60 }, { [of]: 120 }], 180),
      vector(metric, { [of]: 0 }, 0),
      vector(metric, { [of]: null }, null),
    ]
  }),
  vector(
    'balance',
    [
      { ins: 30, outs: 12 },
      { ins: 5, outs: 9 },
    ],
    14,
  ),
  vector('balance', { ins: 3, outs: 8 }, -5),
  vector('balance', { ins: 0, outs: 0 }, 0),
  // A door without exits, and an hour without entries, are in neither side.
  vector(
    'balance',
    [
      { ins: 30, outs: 12 },
      { ins: 500, outs: null },
      { ins: null, outs: 70 },
    ],
    18,
  ),
  vector('balance', { ins: 30, outs: null }, null),
  vector('balance', { ins: null, outs: 12 }, null),
  vector('total', { fro: null, ins: 10 }, null),
  vector('total', { fro: 4, ins: 10 }, 10, inclusive),
  vector('total', { fro: null, ins: 10 }, null, inclusive),
  vector('captureRate', { fro: 0, ins: 0 }, null),
  vector('captureRate', { fro: null, ins: 10 }, null, inclusive),
  // More entries than passers-by under an inclusive front line: clamped, and flagged.
  vector('captureRate', { fro: 80, ins: 100 }, 100, inclusive),
  vector('reachRate', { far: 0, fro: 0, ins: 0 }, null),
  vector('reachRate', { far: null, fro: 4, ins: 1 }, null),
  vector(
    'reachRate',
    [
      { far: 50, fro: 25, ins: 25 },
      { far: 100, fro: 0, ins: 0 },
    ],
    25,
  ),
  // The store without a ticket file does not lower the rate of the other.
  vector(
    'conversionRate',
    [
      { visits: 50, ins: 60, tickets: 20 },
      { visits: 500, ins: 600, tickets: null },
    ],
    40,
  ),
  vector('conversionRate', { visits: 50, ins: 80, tickets: 20 }, 25, { conversionDenominator: 'ins' }),
  vector('conversionRate', { visits: 10, ins: 10, tickets: 12 }, 120),
  vector(
    'conversionOnEntries',
    [
      { ins: 80, tickets: 20 },
      { ins: 600, tickets: null },
    ],
    25,
  ),
  vector('conversionOnEntries', { ins: 0, tickets: 3 }, null),
  vector('visitsInRange0', { insInRange0: 40, bounces: 25 }, 15),
  vector(
    'visitsInRange0',
    [
      { insInRange0: 40, bounces: 25 },
      { insInRange0: 2, bounces: 2 },
    ],
    15,
  ),
  vector('visitsInRange0', { insInRange0: 40, bounces: null }, null),
  vector('repeatVisits', [IDENTIFIED, IDENTIFIED], 40),
  vector('repeatVisits', NO_REPEAT, null),
  vector('newAtLocal', [IDENTIFIED, IDENTIFIED], 16),
  vector('newAtLocal', NO_REPEAT, null),
  vector('newAtBrand', IDENTIFIED, 22),
  vector('newAtBrand', NO_REPEAT, null),
  vector('repetitionRate', IDENTIFIED, 40),
  vector('repetitionRate', { ...REPEAT, visits: 0 }, null),
  vector('brandRepetitionRate', REPEAT, 2800 / 75),
  vector('brandRepetitionRate', IDENTIFIED, 56),
  vector('brandRepetitionRate', { ...REPEAT, visits: 0 }, null),
]

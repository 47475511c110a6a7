/**
 * Every metric as data (metrics.md 5.1-5.3). SQL, browser kernels, labels, passports and the direction of arrows are
 * all made from this list. A changed formula is a new version.
 */
import type { FactDimension } from '../fact-query.ts'
import type { Unit } from '../frame.ts'
import type { MetricSettings, SettingName } from './settings.ts'

/** A sum of atoms. `or` takes the second when the first was never reported. Any other null makes the whole null. */
export type Expr = string | readonly ['+' | '-' | 'max' | 'or', Expr, Expr, ...Expr[]]

export type Formula =
  | { readonly kind: 'sum'; readonly of: Expr }
  /** Sum over sum, times scale; null when either is null or the denominator is 0. */
  | { readonly kind: 'ratio'; readonly of: Expr; readonly over: Expr; readonly scale: number }

/** One formula, or one per value of a setting. */
export type FormulaChoice =
  | Formula
  | {
      readonly [S in keyof MetricSettings]: {
        readonly setting: S
        readonly cases: Readonly<Record<MetricSettings[S], Formula>>
      }
    }[keyof MetricSettings]

export interface Metric {
  /** Names and descriptions: `metrics:<id>.name`, `metrics:<id>.description`. */
  readonly id: string
  readonly version: number
  readonly unit: Unit
  readonly formula: FormulaChoice
  readonly betterWhen: 'up' | 'down' | 'neutral'
  /** Dimensions it makes sense by; all of them when left out. */
  readonly by?: readonly FactDimension[]
  readonly settings?: readonly SettingName[]
  /** A value that is kept but marked: the first sum is larger than the second. */
  readonly flag?: {
    readonly code: string
    readonly of: Expr
    readonly over: Expr
    readonly when?: Partial<MetricSettings>
  }
}

const sum = (of: Expr): Formula => ({ kind: 'sum', of })
const ratio = (of: Expr, over: Expr, scale = 100): Formula => ({ kind: 'ratio', of, over, scale })

const FRONT: Expr = ['+', 'fro', 'ins']
const LOCAL_REP: Expr = ['+', 'localRepRange0', 'localRepRange1', 'localRepRange2', 'localRepRange3']
const CLIENT_REP: Expr = ['+', 'clientRepRange0', 'clientRepRange1', 'clientRepRange2', 'clientRepRange3']
/**
 * Without identification in the data every visit is taken as identified, and the label says "of identified devices".
 */
const IDENTIFIED: Expr = ['or', 'identifiedVisits', 'visits']
const REPETITION: readonly SettingName[] = ['repetitionEdgesDays', 'identifiedShareMin']

type Direction = Metric['betterWhen']
const count = (id: string, of: Expr = id, betterWhen: Direction = 'up', rest: Partial<Metric> = {}): Metric => ({
  id,
  version: 1,
  unit: 'count',
  formula: sum(of),
  betterWhen,
  ...rest,
})
const percent = (
  id: string,
  formula: FormulaChoice,
  betterWhen: Direction = 'up',
  rest: Partial<Metric> = {},
): Metric => ({ id, version: 1, unit: 'percent', formula, betterWhen, ...rest })

const ticketsFlag = (over: string) => ({ code: 'ticketsExceedVisits', of: 'tickets', over }) as const

export const METRICS: readonly Metric[] = [
  count('far', 'far', 'neutral'),
  count('fro', 'fro', 'neutral', { settings: ['frontMode'] }),
  count('ins'),
  count('bounces', 'bounces', 'down', { settings: ['bounceThresholdS'] }),
  count('visits', 'visits', 'up', { settings: ['bounceThresholdS'] }),
  count('tickets'),
  count('outs', 'outs', 'neutral'),
  // Only of hours that have both: below zero, more people left than came in.
  count('balance', ['-', 'insWithOuts', 'outsWithIns'], 'neutral'),
  count('identifiedVisits', 'identifiedVisits', 'neutral'),
  // Opportunity: the denominator of capture, so that a mean weighted by it is exact.
  {
    id: 'total',
    version: 1,
    unit: 'count',
    betterWhen: 'up',
    settings: ['frontMode'],
    formula: { setting: 'frontMode', cases: { exclusive: sum(FRONT), inclusive: sum(['max', 'fro', 'ins']) } },
  },

  percent(
    'captureRate',
    { setting: 'frontMode', cases: { exclusive: ratio('ins', FRONT), inclusive: ratio('ins', ['max', 'fro', 'ins']) } },
    'up',
    {
      settings: ['frontMode'],
      flag: { code: 'frontUndercount', of: 'ins', over: 'fro', when: { frontMode: 'inclusive' } },
    },
  ),
  percent('reachRate', ratio(FRONT, ['+', 'far', 'fro', 'ins'])),
  percent('bounceRate', ratio('bounces', 'ins'), 'down', { settings: ['bounceThresholdS'] }),
  percent(
    'conversionRate',
    {
      setting: 'conversionDenominator',
      cases: { visits: ratio('tickets', 'visitsWithTickets'), ins: ratio('tickets', 'insWithTickets') },
    },
    'up',
    { settings: ['conversionDenominator'], flag: ticketsFlag('visitsWithTickets') },
  ),
  percent('conversionOnEntries', ratio('tickets', 'insWithTickets'), 'up', { flag: ticketsFlag('insWithTickets') }),

  {
    id: 'insTime',
    version: 1,
    unit: 'seconds',
    formula: ratio('insTimeS', 'ins', 1),
    betterWhen: 'up',
    settings: ['timeAggregate'],
  },
  {
    id: 'visitTime',
    version: 1,
    unit: 'seconds',
    formula: ratio('visitTimeS', 'visits', 1),
    betterWhen: 'up',
    settings: ['timeAggregate'],
  },
  ...([0, 1, 2, 3] as const).map((k) =>
    count(`insInRange${k}`, `insInRange${k}`, 'neutral', { settings: ['dwellEdgesMin'] }),
  ),
  // Visits by dwell: the bounces leave the first range.
  count('visitsInRange0', ['-', 'insInRange0', 'bounces'], 'neutral', {
    settings: ['dwellEdgesMin', 'bounceThresholdS'],
  }),

  count('repeatVisits', LOCAL_REP, 'up', { settings: REPETITION }),
  count('newAtLocal', ['-', CLIENT_REP, LOCAL_REP], 'neutral', { settings: REPETITION }),
  count('newAtBrand', ['-', IDENTIFIED, CLIENT_REP], 'up', { settings: REPETITION }),
  percent('repetitionRate', ratio(LOCAL_REP, IDENTIFIED), 'up', { settings: REPETITION }),
  percent('brandRepetitionRate', ratio(CLIENT_REP, IDENTIFIED), 'up', { settings: REPETITION }),
  percent('identifiedShare', ratio('identifiedVisits', 'visits'), 'neutral'),

  percent('coverage', ratio('observed', 'expected'), 'up'),

  percent('buyingUnitConversion', ratio('tickets', 'groups')),
  count('sales'),
  count('units'),
  {
    id: 'averageTicket',
    version: 2,
    unit: 'ratio',
    formula: ratio('salesWithTickets', 'ticketsWithSales', 1),
    betterWhen: 'up',
  },
  {
    id: 'unitsPerTicket',
    version: 2,
    unit: 'ratio',
    formula: ratio('unitsWithTickets', 'ticketsWithUnits', 1),
    betterWhen: 'up',
  },
  { id: 'salesYield', version: 2, unit: 'ratio', formula: ratio('salesWithIns', 'insWithSales', 1), betterWhen: 'up' },
  {
    id: 'salesPerVisit',
    version: 1,
    unit: 'ratio',
    formula: ratio('salesWithVisits', 'visitsWithSales', 1),
    betterWhen: 'up',
  },
  { id: 'salesPerLabourHour', version: 1, unit: 'ratio', formula: ratio('sales', 'staffHours', 1), betterWhen: 'up' },
  {
    id: 'entriesPerStaffHour',
    version: 1,
    unit: 'ratio',
    formula: ratio('ins', 'staffHours', 1),
    betterWhen: 'neutral',
  },
  {
    id: 'costPerVisit',
    version: 1,
    unit: 'ratio',
    formula: ratio('investment', 'visits', 1),
    betterWhen: 'down',
    by: ['client', 'local', 'month', 'period'],
  },

  // People inside (metrics.md 5.7): sums of seconds over sums of seconds, so that any stretch, room or building is
  // right.
  { id: 'meanInside', version: 1, unit: 'people', formula: ratio('peopleS', 'measuredS', 1), betterWhen: 'neutral' },
  { id: 'meanCapacity', version: 1, unit: 'people', formula: ratio('capacityS', 'ratedS', 1), betterWhen: 'neutral' },
  percent('utilisation', ratio('peopleS', 'capacityS'), 'neutral'),
  percent('timeUsed', ratio('usedS', 'roomS'), 'neutral'),
  percent('saturation', ratio('saturatedS', 'ratedS'), 'neutral'),
  percent('emptyShare', ratio('emptyS', 'ratedS'), 'neutral'),
  percent('underuseShare', ratio('underuseS', 'ratedS'), 'neutral'),
  percent('correctShare', ratio('correctS', 'ratedS'), 'neutral'),
  percent('heavyShare', ratio('heavyS', 'ratedS'), 'neutral'),
  percent('overloadShare', ratio('overloadS', 'ratedS'), 'neutral'),
  ...(['underuse', 'correct', 'heavy'] as const).map((range): Metric => ({
    id: `${range}Time`,
    version: 1,
    unit: 'seconds',
    formula: sum(`${range}S`),
    betterWhen: 'neutral',
  })),
  { id: 'overloadTime', version: 1, unit: 'seconds', formula: sum('overloadS'), betterWhen: 'neutral' },
  { id: 'unknownTime', version: 1, unit: 'seconds', formula: sum('unknownS'), betterWhen: 'neutral' },
]

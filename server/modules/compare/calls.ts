/**
 * The documented Compare calls as data: what each groups by and which atoms it carries. All are the same question to
 * the fact store otherwise, so a new call is a new line here.
 */
import { ATOMS, EXIT_ATOMS, SALES_ATOMS } from '#domain/metrics/atoms'
import { QUALITY_ATOMS } from '#domain/completeness'
import type { FactDimension } from '#domain/fact-query'

export interface CompareCall {
  /** Below `/compare`. */
  readonly path: string
  /** The source of dashboards behind which it is. */
  readonly source: string
  readonly summary: string
  readonly by: readonly FactDimension[]
  readonly measures: readonly string[]
}

const INS_RANGES = ['insInRange0', 'insInRange1', 'insInRange2', 'insInRange3']
const REPETITIONS = [
  'visits',
  'identifiedVisits',
  'localRepRange0',
  'localRepRange1',
  'localRepRange2',
  'localRepRange3',
  'clientRepRange0',
  'clientRepRange1',
  'clientRepRange2',
  'clientRepRange3',
]
/** Metrics of sensors and tickets, in the registry's order; uploads, exits and sales have calls of their own. */
const COUNTED = ATOMS.filter(
  ({ id, extension }) =>
    extension !== true &&
    !EXIT_ATOMS.includes(id) &&
    !SALES_ATOMS.includes(id) &&
    !(QUALITY_ATOMS as readonly string[]).includes(id),
).map(({ id }) => id)

const withQuality = (...atoms: readonly string[]) => [...atoms, ...QUALITY_ATOMS]

export const COMPARE_CALLS: readonly CompareCall[] = [
  {
    path: '/metrics/main/extended',
    source: 'compare.mainExtended',
    summary: 'Everything counted, by day and local',
    by: ['period', 'index', 'day', 'local'],
    measures: withQuality(...COUNTED),
  },
  {
    path: '/capconv/all',
    source: 'compare.capconv',
    summary: 'What capture and conversion are made of, by local',
    by: ['period', 'local'],
    measures: withQuality('far', 'fro', 'ins', 'bounces', 'visits', 'tickets', 'visitsWithTickets', 'insWithTickets'),
  },
  {
    path: '/metrics/main/hour',
    source: 'compare.hour',
    summary: 'Visits, tickets and ranges of stay, by hour of the day',
    by: ['period', 'hour'],
    measures: withQuality('ins', 'visits', 'tickets', ...INS_RANGES, 'visitsWithTickets'),
  },
  {
    path: '/metrics/ins',
    source: 'compare.ins',
    summary: 'Entries by range of stay',
    by: ['period'],
    measures: withQuality('ins', 'bounces', ...INS_RANGES),
  },
  {
    path: '/metrics/repetitions',
    source: 'compare.repetitions',
    summary: 'New and repeating visits, by day',
    by: ['period', 'index', 'day'],
    measures: withQuality(...REPETITIONS),
  },
  {
    path: '/metrics/repetitions/local',
    source: 'compare.repetitionsLocal',
    summary: 'New and repeating visits, by local',
    by: ['period', 'local'],
    measures: withQuality(...REPETITIONS),
  },
  {
    path: '/metrics/exits',
    source: 'compare.exits',
    summary: 'Entries and exits, by day and local',
    by: ['period', 'index', 'day', 'local'],
    measures: withQuality('ins', ...EXIT_ATOMS),
  },
  {
    path: '/metrics/exits/hour',
    source: 'compare.exitsHour',
    summary: 'Entries and exits, by hour of the day',
    by: ['period', 'hour'],
    measures: withQuality('ins', ...EXIT_ATOMS),
  },
  {
    path: '/metrics/sales',
    source: 'compare.sales',
    summary: 'Sales, units and tickets, by day and local',
    by: ['period', 'index', 'day', 'local'],
    measures: withQuality('ins', 'visits', 'tickets', 'visitsWithTickets', 'insWithTickets', ...SALES_ATOMS),
  },
]

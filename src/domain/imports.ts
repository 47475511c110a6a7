/** Imports of counts: what may be sent, and the days that show what was loaded. */
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { ImportPlaceChoice, ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { shortDay } from './days.ts'
import type { Bounds } from './period-options.ts'
import { lastWholePeriod } from './whole-period.ts'

export const IMPORT_ENDINGS = ['.csv', '.tsv', '.txt', '.xlsx', '.parquet', '.gz', '.zip'] as const
export const IMPORT_MAX_FILES = 20
export const IMPORT_MAX_BYTES = 2_000_000_000

/** Sums of a report are whole numbers; sales are hundredths of their currency. */
export const sumValue = (atom: string, value: number): number => (atom === 'sales' ? value / 100 : value)

/** The meaning of a line of a report: a person who passes, or a ticket. */
export const meaningOf = ({ meaning, sums }: Pick<ImportReport, 'meaning' | 'sums'>): string =>
  meaning === 'passages' && sums.some(({ atom }) => atom === 'tickets') && sums.every(({ atom }) => atom !== 'ins')
    ? 'tickets'
    : meaning

/** The settings without those that the files gave: sent again, these are found out anew. */
export const saidByHand = ({ settings, found }: Pick<Import, 'settings' | 'found'>): ImportSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => value !== null && !found.some((one) => one === key)),
  )

/** The places set manually, with these. */
export function withPlaces(
  places: readonly ImportPlaceChoice[],
  chosen: readonly ImportPlaceChoice[],
): ImportPlaceChoice[] {
  const names = new Set(chosen.map(({ place }) => place))
  return [...places.filter(({ place }) => !names.has(place)), ...chosen]
}

export const mergedLines = ({ merged }: ImportReport): number =>
  merged.duplicates + merged.contradictions + merged.skippedHour + merged.partsOfHour
export const quarantinedLines = ({ apart }: ImportReport): number => apart.reduce((sum, { lines }) => sum + lines, 0)

/** Where counts are looked at. */
export type Look = 'compare' | 'exits' | 'sales' | 'occupancy'
const DASHBOARDS: Readonly<Record<Look, string>> = {
  compare: '/users/foot/dashboards/view/foot-compare',
  exits: '/users/foot/dashboards/view/foot-exits',
  sales: '/users/foot/dashboards/view/foot-sales',
  occupancy: '/users/dashboards/occupancy',
}
const SHOWN_BY: Readonly<Record<Exclude<Look, 'occupancy'>, readonly string[]>> = {
  compare: ['ins', 'visits', 'fro', 'far'],
  exits: ['outs'],
  sales: ['tickets', 'sales', 'units'],
}
/** The meaning of its lines, where they are not hours of a place: each kind has a separate dashboard. */
export type FigureMeaning = 'flows' | 'profile' | 'monthly'
export function figuresIn(report: Pick<ImportReport, 'meaning'> | null): FigureMeaning | null {
  const meaning = report?.meaning
  return meaning === 'flows' || meaning === 'profile' || meaning === 'monthly' ? meaning : null
}

/** People inside, or whether a room is not empty, minute by minute: no counts of who came. */
export const isOfMinutes = (report: Pick<ImportReport, 'meaning'> | null): boolean =>
  report?.meaning === 'inside' || report?.meaning === 'presence'

const FIGURE_PATHS: Readonly<Record<FigureMeaning, string>> = {
  flows: '/users/dashboards/transport',
  profile: '/users/dashboards/renfe',
  monthly: '/users/dashboards/automotive/monthly-tendency',
}

/** Other data of a client beside hours: the dashboard of each saves it as CSV. */
export const OTHER_FIGURES = ['minutes', 'flows', 'profile', 'monthly'] as const
export type OtherFigures = (typeof OTHER_FIGURES)[number]

/** The dashboard of what is no hours. */
export const otherFiguresPath = (kind: OtherFigures, client: number): string =>
  kind === 'minutes' ? `${DASHBOARDS.occupancy}?client=${client}` : figuresPath(kind, client)

/** The dashboard of figures of a client. */
export const figuresPath = (meaning: FigureMeaning, client: number): string =>
  `${FIGURE_PATHS[meaning]}?client=${client}`

/** The dashboards that show what was loaded, the first look first: tickets alone would leave Compare empty. */
export function looksOf(report: Pick<ImportReport, 'meaning' | 'sums'> | null): Look[] {
  if (isOfMinutes(report)) return ['occupancy']
  const atoms = report?.sums.map(({ atom }) => atom as string) ?? []
  return (['compare', 'exits', 'sales'] as const).filter((look) => SHOWN_BY[look].some((atom) => atoms.includes(atom)))
}

/**
 * A dashboard of all stores of a client on the last whole period of these days, in the form of docs/layout-format.md.
 */
export function lookPath(look: Look, client: number, days: Bounds, gaps: readonly Bounds[] = []): string {
  const { comparing, reference } = lastWholePeriod(days, gaps)
  const range = (bounds: Bounds) => `${bounds.begin}..${bounds.end}`
  const before = reference === null ? '' : `&p2=${range(reference)}`
  return `${DASHBOARDS[look]}?client=${client}&end=${shortDay(comparing.end)}&p1=${range(comparing)}${before}`
}

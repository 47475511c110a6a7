/** The second file of an export: what the first one holds, for who opens it years later. */
import { exportColumns, EXPORT_TYPES } from '#domain/export'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { ExportRows } from '../../facts/exports.ts'
import type { Written } from './write.ts'

const RANGES = ['shortest', 'second', 'third', 'longest']
const numbered = (name: string, meaning: (k: number) => string) =>
  Object.fromEntries([0, 1, 2, 3].map((k) => [`${name}${k}`, meaning(k)]))

/** Every column in a sentence; a test holds that none is missing. */
export const COLUMN_MEANINGS: Readonly<Record<string, string>> = {
  client: 'Id of the client.',
  clientName: 'Name of the client.',
  local: 'Id of the local.',
  localName: 'Name of the local.',
  localCode: 'Code of the local.',
  area: 'Id of the area; 0 = the local as a whole.',
  areaName: 'Name of the area; empty where the local is counted as a whole.',
  traffic: 'Kind of traffic: people, bicycle, car or other. Do not add kinds up unless that is what you want.',
  timeZone: 'IANA time zone of the local.',
  date: 'Day in the calendar of the local.',
  hour: 'Hour of the local clock at which the row begins, 0 to 23; empty where only the day is known.',
  localTime: 'Begin of the hour by the local clock, ISO 8601 without a zone; empty where only the day is known.',
  offset: 'Difference of the local clock from UTC in this hour, as +02:00; empty where only the day is known.',
  fold:
    '1 = the second pass through the hour that the clock repeats in autumn, otherwise 0; empty where only the ' +
    'day is known.',
  utc: 'Begin of the hour in UTC, ISO 8601; empty where only the day is known.',
  byDay:
    '1 = only the total of the day is known, or expected: the row is the whole day. In rows by the day: ' +
    'some of the day is such a row.',
  state:
    'final, partial (not over, or a part did not come), settling (over, late data is possible), estimated and ' +
    'missing (expected and did not come; estimated has a value in estimatedIns), closed, outside (outside the ' +
    'opening hours).',
  far: 'People who passed at a distance.',
  fro: 'People who passed in front.',
  ins: 'Entries.',
  outs: 'Exits.',
  bounces: 'Entries that left at once.',
  visits: 'Entries without bounces.',
  tickets: 'Tickets known by the hour.',
  ticketsOfDay:
    'Tickets known for the whole day only, on the first row of the day. tickets + ticketsOfDay are all tickets.',
  sales: 'Sales known by the hour, in the currency of the file they came with.',
  salesOfDay:
    'Sales known for the whole day only, on the first row of the day, in the same currency. sales + salesOfDay are ' +
    'all sales.',
  units: 'Units sold, known by the hour.',
  unitsOfDay: 'Units known for the whole day only, on the first row of the day. units + unitsOfDay are all units.',
  insTimeS: 'Time inside, summed over entries, seconds. Divide by ins for the mean.',
  visitTimeS: 'Time inside, summed over visits, seconds. Divide by visits for the mean.',
  ...numbered('insInRange', (k) => `Entries whose time inside is in the ${RANGES[k]} range.`),
  identifiedVisits: 'Visits recognised as of the same person when they come again; the base of the repetitions.',
  ...numbered('localRepRange', (k) => `Identified visits in the ${RANGES[k]} range of repetition at the local.`),
  ...numbered('clientRepRange', (k) => `Identified visits in the ${RANGES[k]} range of repetition at the client.`),
  estimatedIns: 'Entries that would have come in hours that did not arrive: an estimate, never part of ins.',
  expected: 'Weight of the hour in the usual traffic of the local, times 1,000,000; empty where nothing is usual yet.',
  observed: 'The part of expected that arrived.',
  coverage: 'observed / expected, 0 to 1; empty where nothing was expected.',
  hours: 'Open hours that were expected.',
  missingHours: 'Of these, hours that did not arrive.',
  partialHours: 'Of these, hours that are not over.',
  settlingHours: 'Of these, hours for which late data is possible.',
  closedHours: 'Hours in which the local was closed although it is open in them on other days.',
  learntAt: 'When the newest value of the row became known, ISO 8601 in UTC.',
}

const GENERAL = [
  'Counts are as they were counted: an empty cell was not reported, 0 is a report of no people.',
  'Rows exist for every expected open hour, also for those that did not arrive: their counts are empty and their ' +
    'state says why.',
  'The sum of a column (of tickets, sales and units: with its column of the day) is the figure of the product for ' +
    'the same locals, days and kind of traffic, unless rows with state outside are in the file: leave them out of ' +
    'sums.',
  'Never average rates or means of rows: divide sums.',
]

export interface ManifestOf {
  readonly what: ExportDraft
  readonly of: ExportRows
  readonly written: Written
  /** Start of the newest hour known of these locals, epoch ms. */
  readonly asOf: number | null
  readonly madeAt: number
}

export function manifestOf({ what, of, written, asOf, madeAt }: ManifestOf): object {
  const columns = exportColumns(of.grain, of.measures)
  const money = new Set(columns.filter(({ kind }) => kind === 'money').map(({ id }) => id))
  return {
    format: 1,
    madeAt: new Date(madeAt).toISOString(),
    newestHour: asOf === null ? null : new Date(asOf).toISOString(),
    file: {
      name: written.name,
      type: EXPORT_TYPES[what.format],
      bytes: written.bytes,
      sha256: written.sha256,
      rows: written.rows,
    },
    asked: what,
    clients: [...Map.groupBy(of.locals, ({ client }) => client)].map(([id, locals]) => ({
      id,
      name: locals[0]?.clientName ?? '',
      locals: locals.map(({ local, localName, localCode, timeZone }) => ({
        id: local,
        name: localName,
        code: localCode,
        timeZone,
      })),
    })),
    notes: GENERAL,
    columns: columns.map(({ id, kind }) => ({ id, kind, meaning: COLUMN_MEANINGS[id] })),
    sums: written.sums.map(({ sums, ...rest }) => ({
      ...rest,
      sums: Object.fromEntries(
        Object.entries(sums).map(([id, value]) => [id, value !== null && money.has(id) ? value / 100 : value]),
      ),
    })),
  }
}

/** Columns that the metrics of `schemas/widgets/metric.schema.json` are sums and ratios of. */
const COLUMNS = [
  'far',
  'fro',
  'ins',
  'bounces',
  'visits',
  'tickets',
  'visitsWithTickets',
  'insWithTickets',
  'insTimeS',
  'visitTimeS',
  'identifiedVisits',
  'localRepRange0',
  'localRepRange1',
  'localRepRange2',
  'localRepRange3',
] as const

type MetricColumn = (typeof COLUMNS)[number]

/** Optional columns of a widget that offers those metrics, without those it requires. */
export const metricColumns = (...required: readonly MetricColumn[]): Readonly<Record<string, 'measure'>> =>
  Object.fromEntries(COLUMNS.filter((id) => !required.includes(id)).map((id) => [id, 'measure']))

/** Kinds of filters whose values are days: a public link decides them, and its readers do not. */
export const CALENDAR_FILTERS: ReadonlySet<string> = new Set([
  'date',
  'dateRange',
  'periodPair',
  'relativePeriod',
  'year',
  'quarter',
  'month',
])

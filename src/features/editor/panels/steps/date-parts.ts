/** As the schema has them. */
export const PARTS = [
  'weekday',
  'hour',
  'dayOfMonth',
  'week',
  'weekOfYear',
  'month',
  'monthOfYear',
  'quarterOfYear',
  'year',
] as const

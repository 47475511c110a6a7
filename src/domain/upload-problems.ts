/** Problems of a row; not stored, shown beside it. */
export const ROW_PROBLEMS = [
  'dateUnusable',
  'dateInvalid',
  'hourInvalid',
  'hourNotWhole',
  'offsetInvalid',
  'countInvalid',
  'amountInvalid',
  'codeMissing',
  'columnsMissing',
  'columnsTooMany',
  'quoteOpen',
  'conceptUnknown',
  'companyUnknown',
  'clientUnknown',
  'clientNeeded',
  'contradicts',
] as const
export type RowProblem = (typeof ROW_PROBLEMS)[number]

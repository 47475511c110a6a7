/** The queries, as FactQueries: the product's own language. The peers get the same question in theirs. */
import type { FactQuery } from '#domain/fact-query'
import { DAYS, FIRST_DAY, MEASURES } from '../lib/rows.ts'

export interface Question {
  readonly name: string
  readonly query: FactQuery
}

const ALL = [1, 2, 3]
const LAST = FIRST_DAY + DAYS - 1
const fifty = Array.from({ length: 50 }, (_, i) => i + 1)
const ask = (name: string, query: Partial<FactQuery>): Question => ({
  name,
  query: { table: 'traffic', measures: MEASURES, by: [], where: { client: ALL }, periods: [], ...query },
})

export const QUESTIONS: readonly Question[] = [
  ask('12 sums by local', { by: ['local'] }),
  ask('12 sums by weekday and hour', { by: ['weekday', 'hour'] }),
  ask('12 sums by day', { by: ['day'] }),
  ask('two periods, 50 locals', {
    by: ['period', 'local'],
    where: { client: ALL, local: fifty },
    periods: [
      { name: 'comparing', from: LAST - 89, to: LAST },
      { name: 'reference', from: LAST - 364 - 89, to: LAST - 364 },
    ],
  }),
  ask('one client, local and month', {
    by: ['local', 'month'],
    where: { client: [2] },
    measures: ['fro', 'ins', 'visits', 'tickets'],
  }),
  ask('one quarter by hour', { by: ['hour'], periods: [{ name: 'only', from: LAST - 89, to: LAST }] }),
]

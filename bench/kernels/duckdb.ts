import type { DuckDb } from '../peers/adapters.js'
import type { Contestant } from '../lib/rounds.ts'
import { checksum } from './checks.ts'
import type { Question } from './questions.ts'

const EXPRESSIONS: Record<string, string> = {
  weekday: '(day + 3) % 7 + 1',
  month: "year(DATE '1970-01-01' + day) * 12 + month(DATE '1970-01-01' + day) - 1",
}

/** One statement that reads the table once; sums as doubles, as the server compiles them. */
export function sqlOf({ query: { by, measures, where, periods } }: Question): string {
  const inside = periods.map(({ from, to }) => `day between ${from} and ${to}`)
  const expression = (id: string) =>
    id === 'period' ? `case when ${inside[0]} then 0 else 1 end` : (EXPRESSIONS[id] ?? id)
  const conditions = [
    `client in (${where.client.join(', ')})`,
    ...(where.local ? [`local in (${where.local.join(', ')})`] : []),
    ...(inside.length ? [`(${inside.join(' or ')})`] : []),
  ]
  const columns = [...by.map((id) => `${expression(id)} as ${id}_`), ...measures.map((id) => `sum(${id})::double`)]
  const groups = by.map((_, i) => i + 1).join(', ')
  return `select ${columns.join(', ')} from traffic where ${conditions.join(' and ')} group by ${groups}`
}

export function duckContestant(question: Question, db: DuckDb): Contestant {
  const sql = sqlOf(question)
  const skip = question.query.by.length
  return {
    name: 'duckdb-wasm',
    work: () => db.query(sql),
    // Cell by cell, not `toArray()`: that gives the bytes that happen to lie under a null (a store's month of one day
    // without tickets yet).
    check: (table: Awaited<ReturnType<DuckDb['query']>>) =>
      checksum(
        table.numRows,
        question.query.measures.map((_, at) => Array.from(table.getChildAt(skip + at) ?? [], (sum) => sum ?? 0)),
      ),
  }
}

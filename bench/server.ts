/**
 * Compare calls through the fact store against the best statement we could write by hand, on the same connections and
 * rows, in turns. `node bench/server.ts [ROWS]`: 7.7 M hourly rows by default. Prints medians in ms and ratios; the
 * goal is 1.5.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { FactPeriod, FactQuery } from '#domain/fact-query'
import { QUALITY_ATOMS } from '#domain/completeness'
import { ATOMS } from '#domain/metrics/atoms'
import { measuresOf } from '#domain/traffic-question'
import { ATOM_COLUMNS, TRAFFIC_COLUMNS } from '../server/facts/columns.ts'
import { compile } from '../server/facts/duckdb/compile.ts'
import { openConnections } from '../server/facts/duckdb/connections.ts'
import { frameFromResult } from '../server/facts/duckdb/result-frame.ts'
import { SCHEMA } from '../server/facts/duckdb/schema.ts'
import { COMPARE_CALLS } from '../server/modules/compare/calls.ts'

const ROWS = Number(process.argv[2] ?? 7_700_000)
const ROUNDS = 5
const HOURS = 14
const LOCALS = 500
const DAYS = Math.ceil(ROWS / HOURS / LOCALS)
const LAST = 20_700
const CLIENTS = 10

const folder = mkdtempSync(join(tmpdir(), 'aforo-bench-'))
const path = join(folder, 'facts.duckdb')

/**
 * Hours as the ingest leaves them: by day, then local, then hour, one in a hundred unknown, one local in twenty without
 * tickets.
 */
async function fill() {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await connection.run(SCHEMA)
  const atom = (name: string, i: number) =>
    name === 'tickets'
      ? `CASE WHEN l % 20 = 0 THEN NULL ELSE (hash(d * 31 + h + l * 1009) % 60)::INTEGER END`
      : `CASE WHEN gap THEN NULL ELSE (hash(d * 24 + h + l * 1000003 + ${i} * 7919) % ${120 + i * 20})::INTEGER END`
  await connection.run(`
    INSERT INTO traffic (${TRAFFIC_COLUMNS})
    SELECT l % ${CLIENTS} + 1, l + 1, l + 1, d, h, 0, d::BIGINT * 86400 + h * 3600,
      ${ATOM_COLUMNS.map(atom).join(', ')},
      12000, CASE WHEN gap THEN 0 ELSE 12000 END, CASE WHEN gap THEN 30 END, CASE WHEN gap THEN 3 ELSE 0 END,
      1790000000000, NULL
    FROM (SELECT d, l, h, hash(d * 7919 + l * 31 + h) % 97 = 0 AS gap
      FROM range(${LAST - DAYS + 1}, ${LAST + 1}) days(d), range(${LOCALS}) locals(l),
      range(8, ${8 + HOURS}) hours(h))`)
  await connection.run('CHECKPOINT')
  connection.closeSync()
  instance.closeSync()
}

const periods = (days: number, back = days): FactPeriod[] => [
  { name: 'comparing', from: LAST - days + 1, to: LAST },
  { name: 'reference', from: LAST - back - days + 1, to: LAST - back },
]
const client = Array.from({ length: CLIENTS }, (_, i) => i + 1)
const CASES: readonly { name: string; where: FactQuery['where']; periods: FactPeriod[] }[] = [
  { name: 'week, one brand of 50', where: { client: [3] }, periods: periods(7) },
  {
    name: 'month, 300 stores',
    where: { client, local: Array.from({ length: 300 }, (_, i) => i + 1) },
    periods: periods(30),
  },
  {
    name: 'year on year, 300 stores',
    where: { client, local: Array.from({ length: 300 }, (_, i) => i + 1) },
    periods: periods(364),
  },
  { name: 'month on last year, all', where: { client }, periods: periods(30, 364) },
  { name: 'every hour, all', where: { client }, periods: periods(Math.floor(DAYS / 2)) },
]

/** Of the source `traffic`: what it asks for some of its dimensions, with the measures of a page. */
const TRAFFIC_CALLS = [['weekday', 'hour'], ['week'], ['month', 'local'], ['area', 'weekday'], ['local', 'hour']].map(
  (by) => ({
    path: `traffic by ${by.join(', ')}`,
    by: ['period', ...by] as FactQuery['by'],
    measures: [...measuresOf('ins,captureRate,conversionRate'), ...QUALITY_ATOMS],
  }),
)

/** Sums over the rows in which another was reported too: `insWithOuts` is that of `ins` where `outs` is. */
const BOTH_BY_HAND = Object.fromEntries(
  ATOMS.flatMap(({ id, cell }) =>
    cell === undefined ? [] : [[id, `sum(${cell.of}) FILTER (${cell.where} IS NOT NULL)`]],
  ),
)

/** Dimensions that are worked out, as a person would write them. */
const WORKED_OUT: Readonly<Record<string, string>> = {
  weekday: '(day + 3) % 7 + 1',
  week: 'day - (day + 3) % 7',
  month: "year(DATE '1970-01-01' + day) * 12 + month(DATE '1970-01-01' + day) - 1",
}

/** A handwritten statement for one question: literals, no order, no casts, the same columns. */
function byHand({ by, measures, where, periods: [p, q] }: FactQuery): string {
  const sums = measures.map(
    (id) =>
      ({
        ...BOTH_BY_HAND,
        hours: 'count(*)',
        missingHours: 'count(*) FILTER (state = 4)',
        partialHours: 'count(*) FILTER (state = 1)',
        settlingHours: 'count(*) FILTER (state = 2)',
        closedHours: 'count(*) FILTER (state = 5)',
      })[id] ?? `sum(${id})`,
  )
  const rows = `FROM traffic
    WHERE client IN (${where.client.join(', ')})${where.local ? ` AND local IN (${where.local.join(', ')})` : ''}
    AND state <> 6
    AND (day BETWEEN ${p!.from} AND ${p!.to} OR day BETWEEN ${q!.from} AND ${q!.to})`
  const stored = by.filter((id) => id !== 'period' && id !== 'index')
  // A day identifies its period, so grouping by it alone is the least work.
  if (by.includes('day')) return `SELECT ${[...stored, ...sums].join(', ')} ${rows} GROUP BY ${stored.join(', ')}`
  const dims = stored.map((id) => (WORKED_OUT[id] === undefined ? id : `${WORKED_OUT[id]} AS ${id}`))
  return (
    `SELECT ${[`day >= ${p!.from} AS period`, ...dims, ...sums].join(', ')} ${rows} GROUP BY ` +
    [`period`, ...stored].join(', ')
  )
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
async function timed(run: () => Promise<unknown>) {
  const began = performance.now()
  await run()
  return performance.now() - began
}

try {
  process.stdout.write(`making ${((DAYS * LOCALS * HOURS) / 1e6).toFixed(1)} M rows … `)
  console.log(`${((await timed(fill)) / 1000).toFixed(1)} s`)
  const connections = await openConnections(path)
  let worst = 0
  for (const { name, where, periods: both } of CASES) {
    console.log(`\n${name}`)
    for (const { path: call, by, measures } of [...COMPARE_CALLS, ...TRAFFIC_CALLS]) {
      const query: FactQuery = { table: 'traffic', by, measures, where, periods: both }
      const sql = byHand(query)
      let rows = 0
      const ours = async () => {
        const { sql: text, params, columns, periods: names } = compile(query, 'duckdb')
        rows = (await connections.readInto(text, params, (result) => frameFromResult(result, columns, names))).rows
      }
      const times: { ours: number[]; raw: number[] } = { ours: [], raw: [] }
      for (let round = 0; round <= ROUNDS; round += 1) {
        const [raw, our] = [await timed(() => connections.read(sql)), await timed(ours)]
        if (round === 0) continue
        times.raw.push(raw)
        times.ours.push(our)
      }
      const ratio = median(times.ours) / median(times.raw)
      worst = Math.max(worst, ratio)
      console.log(
        `  ${call.padEnd(28)} ${String(rows).padStart(7)} rows  ours ${median(times.ours).toFixed(1).padStart(7)}  ` +
          `by hand ${median(times.raw).toFixed(1).padStart(7)}  ratio ${ratio.toFixed(2)}`,
      )
    }
  }
  console.log(`\nworst ratio ${worst.toFixed(2)} (goal: at most 1.5)`)
  await connections.close()
  if (worst > 1.5) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

import { encodeArrow, decodeArrow } from '#domain/frame-arrow'
import { evaluate, indexFacts } from '#domain/facts/index'
import { groupRows } from '#domain/transform/groups'
import { hourlyRows, withIntegerDays } from './lib/rows.ts'
import { QUESTIONS } from './kernels/questions.ts'
import { sqlOf } from './kernels/duckdb.ts'
const frame = hourlyRows(1_000_000)
const t = (name: string, f: () => unknown) => { const ts = []; for (let i = 0; i < 7; i++) { const s = performance.now(); f(); ts.push(performance.now() - s) } console.log(name, ts.map((x) => x.toFixed(1)).join(' ')) }
let bytes = encodeArrow(frame)
t('decode', () => decodeArrow(bytes))
t('groups', () => groupRows({ ...frame }, ['client', 'local', 'day']))
t('index', () => indexFacts({ ...frame }))
const index = indexFacts(frame)!
for (const q of QUESTIONS) t(q.name, () => evaluate(q.query, frame, index))
for (const q of QUESTIONS) t(q.name + ' rows', () => evaluate(q.query, { ...frame }))
import { DuckDBInstance } from '@duckdb/node-api'
console.log(sqlOf(QUESTIONS[4]!))

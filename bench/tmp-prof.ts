import { evaluate, indexFacts } from '#domain/facts/index'
import { sumHours } from '../src/domain/facts/sum-hours.ts'
import { hourlyRows, MEASURES } from './lib/rows.ts'
import { QUESTIONS } from './kernels/questions.ts'
const frame = hourlyRows(1_000_000)
const t = (name: string, f: () => unknown) => { const ts = []; for (let i = 0; i < 15; i++) { const s = performance.now(); f(); ts.push(performance.now() - s) } console.log(name, ts.map((x) => x.toFixed(1)).join(' ')) }
const index = indexFacts(frame)!
const day = index.days.data[2]!.values as Int32Array
const lists: number[][] = [[],[],[],[],[],[],[]]
day.forEach((d, i) => lists[d % 7]!.push(i))
const days = Uint32Array.from(lists.flat()); const at = Uint32Array.from([0, ...lists.map((l) => l.length)]); for (let i = 1; i < 8; i++) at[i]! += at[i - 1]!
t('cubes', () => MEASURES.map((m) => index.cube(m)))
t('sumHours x12', () => MEASURES.map((m) => { const c = index.cube(m); return sumHours(c.values, index.hours, { days, at }, c.largest) }))
t('floor read', () => MEASURES.map((m) => { const v = index.cube(m).values as Int32Array; let a=0,b=0,c=0,d=0; for (let i = 0; i < v.length; i += 4) { a = (a+v[i]!)|0; b = (b+v[i+1]!)|0; c = (c+v[i+2]!)|0; d = (d+v[i+3]!)|0 } return a+b+c+d }))
t('q2', () => evaluate(QUESTIONS[1]!.query, frame, index))

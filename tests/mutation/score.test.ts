import { expect, test } from 'vitest'
import { type Outcome, scoreOf } from './score.ts'

const outcome = (file: string, line: number, status: Outcome['status']): Outcome => ({
  id: `${file}${line}`,
  file,
  line,
  column: 3,
  status,
  mutator: 'EqualityOperator',
  original: 'a >\n   b',
  replacement: 'a >= b',
})

test('what a test notices is killed; what survives it, and what no test meets, are not', () => {
  const { byFile, survivors, total } = scoreOf([
    outcome('a.ts', 1, 'killed'),
    outcome('a.ts', 2, 'survived'),
    outcome('b.ts', 7, 'killed'),
    outcome('a.ts', 9, 'not covered'),
    outcome('a.ts', 10, 'killed'),
  ])
  expect(byFile).toEqual([
    { file: 'b.ts', killed: 1, survived: 0, share: 1 },
    { file: 'a.ts', killed: 2, survived: 2, share: 0.5 },
  ])
  expect(survivors).toEqual([
    'a.ts:2:3 EqualityOperator a > b → a >= b',
    'a.ts:9:3 EqualityOperator a > b → a >= b (no test meets it)',
  ])
  expect(total).toMatchObject({ killed: 3, survived: 2, share: 0.6 })
})

test('a share comes with the interval that holds it in 95 of 100 samples', () => {
  const of = (killed: number, survived: number) => {
    const { total } = scoreOf(
      Array.from({ length: killed + survived }, (_, at) => outcome('a.ts', at, at < killed ? 'killed' : 'survived')),
    )
    return [total?.low, total?.high].map((bound) => Math.round(1000 * (bound ?? Number.NaN)) / 10)
  }
  // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
  expect([of(81, 182), of(15, 133), of(0, 20), of(1, 28), of(20, 0)]).toEqual([
    [25.5, 36.6],
    [6.2, 16],
    [0, 16.1],
    [0.6, 17.2],
    [83.9, 100],
  ])
})

test('a run over no mutants has no share', () => {
  expect(scoreOf([])).toEqual({ byFile: [], survivors: [], total: null })
})

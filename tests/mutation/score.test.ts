import { expect, test } from 'vitest'
import { scoreOf } from './score.ts'

const mutant = (status: string, line: number, testsCompleted?: number) =>
  ({ status, mutatorName: 'EqualityOperator', replacement: 'a  >=\n b', location: { start: { line } }, ...(testsCompleted !== undefined && { testsCompleted }) })

test('what tests notice counts, what no test reaches counts against them, and what was never tried is not counted at all', () => {
  const mutants = [mutant('Killed', 1, 3), mutant('Timeout', 2, 1), mutant('Killed', 3, 1), mutant('Survived', 4, 2), mutant('NoCoverage', 5), mutant('Survived', 6, 0), mutant('Ignored', 7)]
  expect(scoreOf({ files: { 'a.ts': { mutants } } })).toEqual({
    killed: 3, survived: 2, unmeasured: 1, share: 0.6, survivors: ['a.ts:4 EqualityOperator a >= b', 'a.ts:5 EqualityOperator a >= b'],
  })
})

test('a run that measured nothing has no share', () => {
  expect(scoreOf({ files: { 'a.ts': { mutants: [mutant('Survived', 1, 0)] } } }).share).toBeNull()
})

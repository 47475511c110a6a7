import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverageOf, estimatedShareOf, isSlightLoss, passportOf, qualityOf, rowStates, stateOf, worstOf } from './completeness.ts'
import type { Completeness, Quality } from './completeness.ts'
import { fromRows } from './frame-build.ts'

const whole: Quality = { expected: 1_000_000, observed: 1_000_000, ins: 100, estimatedIns: 0, hours: 10, missingHours: 0, partialHours: 0, settlingHours: 0, closedHours: 0 }
const STATES: Completeness[] = ['final', 'settling', 'estimated', 'partial', 'missing', 'closed']

test.each<[string, Partial<Quality>, Completeness]>([
  ['nothing observed is missing, never a zero', { missingHours: 10 }, 'missing'],
  ['closed hours do not hide that all open ones are missing', { missingHours: 10, closedHours: 6 }, 'missing'],
  ['more than half estimated is missing', { missingHours: 1, estimatedIns: 101 }, 'missing'],
  ['one missing hour makes a day partial', { missingHours: 1, observed: 900_000 }, 'partial'],
  ['less than 1 % that did not arrive is not worth a mark', { missingHours: 1, observed: 990_001 }, 'final'],
  ['from 1 % on it is', { missingHours: 1, observed: 990_000 }, 'partial'],
  ['less than 1 % that was estimated is not worth a mark either', { missingHours: 1, observed: 995_000, estimatedIns: 0.5, settlingHours: 1 }, 'settling'],
  ['a day that is not over is partial', { partialHours: 1, settlingHours: 2 }, 'partial'],
  ['an estimated hour shows', { missingHours: 1, estimatedIns: 5, settlingHours: 1 }, 'estimated'],
  ['a day that is not over stays partial beside an estimated hour', { missingHours: 1, estimatedIns: 5, partialHours: 1 }, 'partial'],
  ['late data may still come', { settlingHours: 1 }, 'settling'],
  ['everything is in', {}, 'final'],
  ['closed all day', { hours: 0, closedHours: 10, expected: 0, observed: 0 }, 'closed'],
  ['a closed hour does not spoil a final day', { closedHours: 2 }, 'final'],
])('%s', (_name, change, state) => {
  expect(stateOf({ ...whole, ...change })).toBe(state)
})

test('a figure of which at most a fifth did not arrive is drawn whole; one that is not over never is', () => {
  const drawn = (change: Partial<Quality>) => isSlightLoss({ ...whole, ...change })
  expect([drawn({}), drawn({ missingHours: 1, observed: 800_000 }), drawn({ missingHours: 1, observed: 790_000 }), drawn({ missingHours: 1, observed: 950_000, estimatedIns: 30 }), drawn({ missingHours: 1, observed: 950_000, partialHours: 1 }), drawn({ observed: 988_000, estimatedIns: 1.25 })])
    .toEqual([false, true, false, false, false, true])
})

test('coverage is traffic-weighted and null when nothing was expected', () => {
  expect(coverageOf({ ...whole, observed: 900_000 })).toBe(0.9)
  expect(coverageOf({ ...whole, expected: 0, observed: 0 })).toBeNull()
  expect(estimatedShareOf({ ...whole, ins: 40, estimatedIns: 10 })).toBe(0.2)
})

test('the worst part wins and closed parts are left out', () => {
  expect(worstOf([])).toBe('final')
  expect(worstOf(['closed', 'closed'])).toBe('closed')
  expect(worstOf(['closed', 'settling', 'final'])).toBe('settling')
  fc.assert(fc.property(fc.array(fc.constantFrom(...STATES), { minLength: 1 }), (states) => {
    expect(states).toContain(worstOf(states))
    expect(worstOf([...states].reverse())).toBe(worstOf(states))
    expect(worstOf([...states, 'missing'])).toBe('missing')
  }))
})

const columns = ['ins', 'expected', 'observed', 'estimatedIns', 'hours', 'missingHours', 'partialHours', 'settlingHours', 'closedHours']
  .map((id) => ({ id, type: 'int', role: 'measure' } as const))
const frame = fromRows(columns, [[100, 1_000_000, 1_000_000, 0, 10, 0, 0, 0, 0], [null, 1_000_000, 0, 0, 10, 10, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 3]])

test('each row has its state and the frame has its passport', () => {
  expect(rowStates(frame)).toEqual(['final', 'missing', 'closed'])
  expect(passportOf(frame, ['ins@1'], 1_795_000_000_000)).toEqual({ coverage: 0.5, estimatedShare: 0, state: 'partial', definitions: ['ins@1'], asOf: 1_795_000_000_000 })
  expect(qualityOf(frame, [0, 2])).toEqual({ ...whole, closedHours: 3 })
})

test('a frame without quality columns is final', () => {
  expect(passportOf(fromRows([{ id: 'ins', type: 'int', role: 'measure' }], [[1]]), [])).toEqual({ coverage: null, estimatedShare: 0, state: 'final', definitions: [], asOf: null })
})

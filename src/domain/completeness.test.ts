import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  coverageOf,
  estimatedShareOf,
  isSlightLoss,
  lossOf,
  passportOf,
  qualityOf,
  rowStates,
  stateOf,
  stateOfSeveral,
  worstOf,
} from './completeness.ts'
import type { Completeness, Quality } from './completeness.ts'
import { fromRows } from './frame-build.ts'

const whole: Quality = {
  expected: 1_000_000,
  observed: 1_000_000,
  ins: 100,
  estimatedIns: 0,
  hours: 10,
  missingHours: 0,
  partialHours: 0,
  settlingHours: 0,
  closedHours: 0,
}
const STATES: Completeness[] = ['final', 'settling', 'estimated', 'partial', 'missing', 'closed']

test.each<[string, Partial<Quality>, Completeness]>([
  ['nothing observed is missing, never a zero', { missingHours: 10 }, 'missing'],
  ['closed hours do not hide that all open ones are missing', { missingHours: 10, closedHours: 6 }, 'missing'],
  [
    'a day on which nothing came is missing although nothing is usual on it',
    { missingHours: 10, expected: 10, observed: 10 },
    'missing',
  ],
  [
    'an hour that did not come is missing also where it usually counts 0',
    { hours: 1, missingHours: 1, expected: 0, observed: 0, ins: 0 },
    'missing',
  ],
  [
    'more than half of the usual traffic that did not arrive is missing',
    { missingHours: 2, observed: 499_999 },
    'missing',
  ],
  ['half of it is partial', { missingHours: 2, observed: 500_000 }, 'partial'],
  ['one missing hour makes a day partial', { missingHours: 1, observed: 900_000 }, 'partial'],
  [
    'a missing hour that has an estimate makes it partial as well',
    { missingHours: 1, observed: 900_000, estimatedIns: 5, settlingHours: 1 },
    'partial',
  ],
  ['less than 1 % that did not arrive is not worth a mark', { missingHours: 1, observed: 990_001 }, 'final'],
  ['from 1 % on it is', { missingHours: 1, observed: 990_000 }, 'partial'],
  [
    'without weights the hours decide how much did not arrive',
    { missingHours: 1, expected: 0, observed: 0 },
    'partial',
  ],
  [
    'a month in which one quiet hour is missing may still change',
    { missingHours: 1, observed: 995_000, settlingHours: 1 },
    'settling',
  ],
  ['a day that is not over is partial', { partialHours: 1, settlingHours: 2 }, 'partial'],
  ['hours that may still arrive are not missing yet', { settlingHours: 1, observed: 300_000 }, 'settling'],
  ['late data may still come', { settlingHours: 1 }, 'settling'],
  ['everything is in', {}, 'final'],
  ['closed all day', { hours: 0, closedHours: 10, expected: 0, observed: 0 }, 'closed'],
  ['a closed hour does not spoil a final day', { closedHours: 2 }, 'final'],
])('%s', (_name, change, state) => {
  expect(stateOf({ ...whole, ...change })).toBe(state)
})

test('a figure of which at most a fifth did not arrive is drawn whole; one that is not over, or of which nothing came, never is', () => {
  const drawn = (change: Partial<Quality>) => isSlightLoss({ ...whole, ...change })
  expect([
    drawn({}),
    drawn({ missingHours: 1, observed: 800_000 }),
    drawn({ missingHours: 1, observed: 790_000 }),
    drawn({ missingHours: 1, observed: 950_000, partialHours: 1 }),
    drawn({ missingHours: 1 }),
    drawn({ missingHours: 10 }),
  ]).toEqual([false, true, false, false, true, false])
})

/** Hours of a stretch as a counter fills them: what is usual in each, whether it came, and how old it is. */
interface Hour {
  readonly usual: number
  readonly came: boolean
  readonly age: 'over' | 'settling' | 'running' | 'closed'
}
const anyHour = fc.record({
  usual: fc.nat({ max: 1000 }),
  came: fc.boolean(),
  age: fc.constantFrom('over' as const, 'over' as const, 'settling' as const, 'running' as const, 'closed' as const),
})
const sumOf = (hours: readonly Hour[], estimatedIns = 0): Quality => {
  const count = (isIt: (hour: Hour) => boolean) => hours.filter(isIt).length
  // As in the store: an hour that is running has no weight yet, and one that settles is missing only when its time is
  // up.
  const weighed = hours.filter(({ age }) => age === 'over' || age === 'settling')
  const weigh = (some: readonly Hour[]) => some.reduce((sum, { usual }) => sum + usual, 0)
  return {
    expected: weigh(weighed),
    observed: weigh(weighed.filter(({ came }) => came)),
    ins: weigh(hours.filter(({ came }) => came)),
    estimatedIns,
    hours: count(({ age }) => age !== 'closed'),
    missingHours: count(({ age, came }) => age === 'over' && !came),
    partialHours: count(({ age }) => age === 'running'),
    settlingHours: count(({ age }) => age === 'settling'),
    closedHours: count(({ age }) => age === 'closed'),
  }
}

test('to lose an hour that came never makes a state final, and never leaves a final one without a word', () => {
  fc.assert(
    fc.property(fc.array(anyHour, { minLength: 1, maxLength: 30 }), fc.nat(), (hours, pick) => {
      const at = pick % hours.length
      const lost = hours.map((hour, place) => (place === at ? { ...hour, came: false } : hour))
      const [before, after] = [sumOf(hours), sumOf(lost)]
      if (stateOf(before) !== 'final') expect(stateOf(after)).not.toBe('final')
      if (hours[at]?.age === 'over' && stateOf(after) === 'final') expect(isSlightLoss(after)).toBe(true)
    }),
  )
})

test('the size of an estimate changes neither a state nor how it is drawn', () => {
  fc.assert(
    fc.property(fc.array(anyHour, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (hours, one, other) => {
      expect(stateOf(sumOf(hours, one))).toBe(stateOf(sumOf(hours, other)))
      expect(isSlightLoss(sumOf(hours, one))).toBe(isSlightLoss(sumOf(hours, other)))
      expect(lossOf(sumOf(hours, one))).toBe(lossOf(sumOf(hours, other)))
    }),
  )
})

test('open hours of which none came are missing, however little is usual in them and however many hours were closed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1000 }), { minLength: 1 }), fc.nat({ max: 20 }), (usual, closed) => {
      const hours = [
        ...usual.map((of): Hour => ({ usual: of, came: false, age: 'over' })),
        ...Array.from({ length: closed }, (): Hour => ({ usual: 0, came: false, age: 'closed' })),
      ]
      expect(stateOf(sumOf(hours))).toBe('missing')
    }),
  )
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
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STATES), { minLength: 1 }), (states) => {
      expect(states).toContain(worstOf(states))
      expect(worstOf([...states].reverse())).toBe(worstOf(states))
      expect(worstOf([...states, 'missing'])).toBe('missing')
    }),
  )
})

const columns = [
  'ins',
  'expected',
  'observed',
  'estimatedIns',
  'hours',
  'missingHours',
  'partialHours',
  'settlingHours',
  'closedHours',
].map((id) => ({ id, type: 'int', role: 'measure' }) as const)
const frame = fromRows(columns, [
  [100, 1_000_000, 1_000_000, 0, 10, 0, 0, 0, 0],
  [null, 1_000_000, 0, 0, 10, 10, 0, 0, 0],
  [0, 0, 0, 0, 0, 0, 0, 0, 3],
])

test('each row has its state and the frame has its passport', () => {
  expect(rowStates(frame)).toEqual(['final', 'missing', 'closed'])
  expect(passportOf(frame, ['ins@1'], 1_795_000_000_000)).toEqual({
    coverage: 0.5,
    estimatedShare: 0,
    state: 'partial',
    definitions: ['ins@1'],
    asOf: 1_795_000_000_000,
  })
  expect(qualityOf(frame, [0, 2])).toEqual({ ...whole, closedHours: 3 })
})

test('a frame without quality columns is final', () => {
  expect(passportOf(fromRows([{ id: 'ins', type: 'int', role: 'measure' }], [[1]]), [])).toEqual({
    coverage: null,
    estimatedShare: 0,
    state: 'final',
    definitions: [],
    asOf: null,
  })
})

test('a page on which some figures have no data is incomplete; without data is one on which none has any', () => {
  expect(stateOfSeveral(['final', 'missing'])).toBe('partial')
  expect(stateOfSeveral(['partial', 'missing', 'final'])).toBe('partial')
  expect(stateOfSeveral(['missing', 'closed', 'missing'])).toBe('missing')
  expect(stateOfSeveral(['settling', 'final'])).toBe('settling')
  expect(stateOfSeveral([])).toBe('final')
})

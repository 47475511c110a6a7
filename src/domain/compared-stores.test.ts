import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basisOf, latestOpening, leftOutReason, type ComparedStore, type StoreSide } from './compared-stores.ts'
import { changeBetween, metricOf } from './metrics/index.ts'
import { INCOMPARABLE, pairedAtoms, unpairedId } from './metrics/paired.ts'

const NOW = { from: 20_500, to: 20_530 }
const BEFORE = { from: 20_136, to: 20_166 }
const side = (given: Partial<StoreSide> = {}): StoreSide => ({
  countedDays: 31,
  closedDays: 0,
  expected: 1000,
  observed: 1000,
  zero: 0,
  ins: 310,
  hours: 310,
  unpairedHours: 0,
  ...given,
})
const store = (given: Partial<ComparedStore> = {}): ComparedStore => ({
  local: 1,
  openedDay: null,
  comparing: side(),
  reference: side(),
  ...given,
})

describe('a store is left out', () => {
  test('without counts in one of the periods, or in both', () => {
    const silent = side({ countedDays: 0, observed: 0 })
    expect(
      [
        { comparing: null },
        { reference: null },
        { comparing: silent },
        { reference: silent },
        { comparing: null, reference: silent },
      ].map((given) => leftOutReason(store(given), NOW, BEFORE)),
    ).toEqual(['notComparing', 'notReference', 'notComparing', 'notReference', 'neither'])
  })

  test('that opened less than a year before the reference of a year ago, and less than a week before that of last week', () => {
    const lastWeek = { from: NOW.from - 7, to: NOW.to - 7 }
    expect([latestOpening(NOW, BEFORE), latestOpening(NOW, lastWeek)]).toEqual([BEFORE.from - 364, NOW.from - 14])
    expect(latestOpening(NOW, { from: NOW.from - 1000, to: NOW.to - 1000 })).toBe(NOW.from - 1000 - 365)
    expect(
      [0, 1].map((late) => leftOutReason(store({ openedDay: latestOpening(NOW, BEFORE) + late }), NOW, BEFORE)),
    ).toEqual([null, 'opened'])
    expect(
      [0, 1].map((late) => leftOutReason(store({ openedDay: latestOpening(NOW, lastWeek) + late }), NOW, lastWeek)),
    ).toEqual([null, 'opened'])
  })

  test('that was closed for more than seven days more in one period than in the other', () => {
    expect([7, 8].map((closedDays) => leftOutReason(store({ comparing: side({ closedDays }) }), NOW, BEFORE))).toEqual([
      null,
      'closed',
    ])
    expect([7, 8].map((closedDays) => leftOutReason(store({ reference: side({ closedDays }) }), NOW, BEFORE))).toEqual([
      null,
      'closed',
    ])
    expect(
      leftOutReason(store({ comparing: side({ closedDays: 20 }), reference: side({ closedDays: 19 }) }), NOW, BEFORE),
      'closed every year',
    ).toBeNull()
  })

  test('of which less than nine tenths came in one period', () => {
    expect([900, 899].map((observed) => leftOutReason(store({ comparing: side({ observed }) }), NOW, BEFORE))).toEqual([
      null,
      'coverage',
    ])
    expect([900, 899].map((observed) => leftOutReason(store({ reference: side({ observed }) }), NOW, BEFORE))).toEqual([
      null,
      'coverage',
    ])
  })

  test('whose counter saw no visitors in more than a tenth of the usual, in either period', () => {
    expect([100, 101].map((zero) => leftOutReason(store({ comparing: side({ zero }) }), NOW, BEFORE))).toEqual([
      null,
      'zeros',
    ])
    expect([100, 101].map((zero) => leftOutReason(store({ reference: side({ zero }) }), NOW, BEFORE))).toEqual([
      null,
      'zeros',
    ])
    const dead = store({ comparing: side({ zero: 990, ins: 1 }) })
    expect(basisOf([dead], 'same', NOW, BEFORE).basis.leftOut).toEqual([{ local: 1, reason: 'zeros', share: 0.99 }])
  })

  test('not for empty days where so few people come that they are no wonder', () => {
    // By the other period 7 people would have come on those days, or 6.
    expect(
      [70, 60].map((ins) =>
        leftOutReason(
          store({ comparing: side({ zero: 110 }), reference: side({ ins, observed: 1100, expected: 1100 }) }),
          NOW,
          BEFORE,
        ),
      ),
    ).toEqual(['zeros', null])
    expect(
      leftOutReason(
        store({ comparing: side({ zero: 1000, ins: 0 }), reference: side({ zero: 1000, ins: 0 }) }),
        NOW,
        BEFORE,
      ),
      'dead in both',
    ).toBeNull()
  })
})

describe('the basis of an answer', () => {
  const stores = [
    store({ local: 1 }),
    store({ local: 2, reference: null }),
    store({ local: 3, comparing: side({ observed: 500 }) }),
  ]

  test('is the stores that can be compared, and says how many each period has', () => {
    expect(basisOf(stores, 'same', NOW, BEFORE)).toEqual({
      kept: [1],
      incomparable: [],
      oneSided: [],
      basis: {
        stores: 'same',
        asked: 3,
        compared: 1,
        comparing: 3,
        reference: 2,
        leftOut: [
          { local: 2, reason: 'notReference' },
          { local: 3, reason: 'coverage', share: 0.5 },
        ],
      },
    })
  })

  test('is every store when all are requested, and names those in one period only', () => {
    expect(basisOf(stores, 'all', NOW, BEFORE)).toMatchObject({
      kept: [1, 2, 3],
      incomparable: [2, 3],
      oneSided: [2],
      basis: { stores: 'all', compared: 1 },
    })
  })

  test('is every store where none can be compared, and says so', () => {
    expect(basisOf(stores.slice(1), 'same', NOW, BEFORE)).toMatchObject({
      kept: [2, 3],
      incomparable: [2, 3],
      oneSided: [2],
      basis: { stores: 'all', why: 'none', compared: 0 },
    })
  })

  test('names fifty stores, and counts the others', () => {
    const many = Array.from({ length: 80 }, (_, local) => store({ local, comparing: null }))
    const { basis } = basisOf(many, 'all', NOW, BEFORE)
    expect([basis.leftOut.length, basis.asked, basis.compared]).toEqual([50, 80, 0])
  })
})

describe('a change', () => {
  const visits = metricOf('visits')

  test('is that of the hours both periods have; other hours do not count', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.nat(1e6),
        fc.nat(1e6),
        (now, before, more, less) => {
          const sides = [
            { visits: now + more, [unpairedId('visits')]: more },
            { visits: before + less, [unpairedId('visits')]: less },
          ] as const
          expect(changeBetween(visits, ...sides)).toEqual(changeBetween(visits, { visits: now }, { visits: before }))
        },
      ),
    )
  })

  test('the part counted only in hours that the other period lacks is unknown', () => {
    expect(changeBetween(visits, { visits: 40, [unpairedId('visits')]: 40 }, { visits: 100 })).toMatchObject({
      kind: 'none',
      value: null,
    })
    expect(pairedAtoms({ visits: 0, [unpairedId('visits')]: 0 })).toEqual({ visits: 0, [unpairedId('visits')]: 0 })
  })

  test('between different stores is a difference, and neither good nor bad', () => {
    expect(changeBetween(visits, { visits: 900, [INCOMPARABLE]: 10 }, { visits: 100, [INCOMPARABLE]: 0 })).toEqual({
      kind: 'percent',
      value: 800,
      noise: true,
      verdict: 'neutral',
      mixed: true,
    })
    expect(changeBetween(visits, { visits: 900 }, { visits: 100 })).toMatchObject({ verdict: 'better', mixed: false })
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project, signed } from './model.ts'

const context = contextOf('waterfall')
const OPTIONS: Parameters<typeof project>[0] = {
  category: 'local',
  measure: 'ins',
  sort: 'valueDown',
  top: 10,
  names: [],
}
const fact = (period: string, local: number, ins: number | null): Fact => ({ period, local, ...WHOLE, ins })
const MOSTLY_LOST = { observed: 100, missingHours: 3, 'observed.unpaired': 0, 'missingHours.unpaired': 3 }
const ROWS = [
  fact('comparing', 11, 120),
  fact('comparing', 12, 50),
  fact('comparing', 13, 30),
  fact('reference', 11, 100),
  fact('reference', 12, 80),
  fact('reference', 14, 10),
]

test('gains and losses lead from one total to the other', () => {
  const { rows, steps } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect(rows).toEqual([
    ['Week before', 190, 190],
    ['Colón', 30, 220],
    ['Gran Vía', 20, 240],
    ['Larios', -10, 230],
    ['Passeig de Gràcia', -30, 200],
    ['This week', 200, 200],
  ])
  // New and gone members have no percentage; twenty more of a hundred may be chance; thirty fewer of eighty are not.
  expect(steps.map(({ judgement }) => judgement)).toEqual([
    'neutral',
    'neutral',
    'neutral',
    'neutral',
    'bad',
    'neutral',
  ])
})

test('hours that one period has alone are a separate step, and change no member', () => {
  const rows = factFrame([
    { ...fact('comparing', 11, 500), 'ins.unpaired': 0 },
    { ...fact('reference', 11, 1000), 'ins.unpaired': 560 },
    { ...fact('comparing', 12, 90), 'ins.unpaired': 90 },
    { ...fact('reference', 12, 70), 'ins.unpaired': 70 },
    // Most of it did not come: its figure is not known, and what came of it is in the total all the same.
    { ...fact('comparing', 13, 10), ...MOSTLY_LOST, 'ins.unpaired': 0, 'expected.unpaired': 300, 'hours.unpaired': 3 },
    {
      ...fact('reference', 13, 100),
      'ins.unpaired': 80,
      'expected.unpaired': 300,
      'observed.unpaired': 300,
      'hours.unpaired': 3,
    },
  ])
  const { rows: shown, steps } = project(OPTIONS, { rows }, context)
  expect(shown).toEqual([
    ['Week before', 1170, 1170],
    ['Gran Vía', 60, 1230],
    ['Passeig de Gràcia', null, null],
    ['Colón', -10, 1220],
    ['Hours of one period only', -620, 600],
    ['This week', 600, 600],
  ])
  // The store of the outage has risen in the hours that can be compared.
  expect(steps.map(({ judgement }) => judgement)).toEqual(Array(6).fill('neutral'))
})

test('the smallest steps are one', () => {
  expect(
    project({ ...OPTIONS, top: 2 }, { rows: factFrame(ROWS) }, context).rows.map(([name, value]) => [name, value]),
  ).toEqual([
    ['Week before', 190],
    ['Colón', 30],
    ['Passeig de Gràcia', -30],
    ['Others', 10],
    ['This week', 200],
  ])
})

test('without a reference the members make up the whole', () => {
  const { rows } = project(
    OPTIONS,
    { rows: factFrame(ROWS) },
    {
      ...context,
      periods: { comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'thisWeek' }, reference: null },
    },
  )
  expect(rows).toEqual([
    ['Gran Vía', 120, 120],
    ['Passeig de Gràcia', 50, 170],
    ['Colón', 30, 200],
    ['This week', 200, 200],
  ])
})

test('the steps always end at the total', () => {
  const cell = fc.option(
    fc
      .tuple(fc.integer({ min: 0, max: 9999 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([ins, share]) => ({ ins, 'ins.unpaired': Math.round(ins * share) })),
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 8 }),
      (members, top) => {
        const { steps } = project(
          { ...OPTIONS, top },
          {
            rows: factFrame(
              members.flatMap(([now, before], at) => [
                { ...fact('comparing', at, null), ...now },
                { ...fact('reference', at, null), ...before },
              ]),
            ),
          },
          context,
        )
        expect(steps.at(-2)?.to).toBe(steps.at(-1)?.to)
      },
    ),
  )
})

test('a ratio cannot be explained by adding', () => {
  expect(project({ ...OPTIONS, measure: 'captureRate' }, { rows: factFrame(ROWS) }, context).rows).toEqual([])
})

test('a step bears its sign', () => {
  const { field } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect([-30, 0, 30].map((value) => signed(context, value, field))).toEqual(['−30', '0', '+30'])
})

import { presetOption, resolvePeriods } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import { expect, test } from 'vitest'
import { settleParam } from './params.ts'

const TODAY = '2026-11-20'
const definition = {
  type: 'periodPair',
  label: 'Periods',
  options: { query: 'campaigns', value: 'id', label: 'name' },
  default: { preset: 'thisWeekVsPrevious' },
} as const satisfies Param
const value = resolvePeriods(presetOption('campaigns', { campaign: 5 }), {
  today: TODAY,
  campaigns: [{ id: 5, name: 'Rebajas', begin: '2026-11-02', end: '2026-11-08' }],
})
const settled = (list: number[] | undefined, requested: unknown = value) =>
  settleParam(definition, { value: requested, origin: 'user' }, list && { values: list }, {
    resolvePeriods,
    today: TODAY,
  })

test('a campaign of another brand does not stay chosen: the periods are the usual ones again', () => {
  const { runtime, outcome, lost } = settled([7, 8])
  expect([outcome, lost, runtime.origin, runtime.requested]).toEqual(['reset', [5], 'reset', undefined])
  expect(runtime.value).toEqual(resolvePeriods(presetOption('thisWeekVsPrevious'), { today: TODAY }))
})

test('the campaign stays while its list has it, or is still loading', () => {
  for (const list of [[5, 7], undefined]) expect(settled(list)).toMatchObject({ outcome: 'kept', runtime: { value } })
})

test('periods that are no campaign need no list', () => {
  const month = resolvePeriods(presetOption('thisMonthVsPrevious'), { today: TODAY })
  expect(settled([7], month)).toMatchObject({ outcome: 'kept', runtime: { value: month } })
})

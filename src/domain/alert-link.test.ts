import { expect, test } from 'vitest'
import { alertPath } from './alert-link.ts'

const FIGURE = {
  value: 60,
  unit: 'count',
  expected: 400,
  low: 380,
  high: 420,
  n: 8,
  coverage: 1,
  state: 'final',
  definition: 'x@1',
  asOf: null,
  day: '2026-03-09',
  device: null,
  reason: null,
} as const
const alert = {
  client: 3,
  local: 11,
  kind: 'totalOutOfBand',
  openedAt: Date.UTC(2026, 2, 10, 9),
  figure: FIGURE,
} as const

test('a count links to Compare with brand, store, the day and its weekday of the week before', () => {
  expect(alertPath(alert, () => true)).toBe(
    '/users/foot/dashboards/view/foot-compare?client=3&locals=11&end=2026-3-9&p1=2026-03-09..2026-03-09&p2=2026-03-02..2026-03-02',
  )
})

test('a device and a coverage link to Status with brand, store and the day', () => {
  for (const kind of ['deviceDown', 'coverage'] as const)
    expect(alertPath({ ...alert, kind }, () => true)).toBe(
      '/users/foot/dashboards/view/foot-status?client=3&locals=11&end=2026-3-9',
    )
})

test('an alert without a day is about the day on which it was opened', () => {
  expect(alertPath({ ...alert, kind: 'deviceDown', figure: { ...FIGURE, day: null } }, () => true)).toContain(
    '&end=2026-3-10',
  )
})

test('a user who may open one of the two screens gets its link, and other users get none', () => {
  expect(alertPath(alert, (flag) => flag === 'footStatus')).toContain('/foot-status?')
  expect(alertPath({ ...alert, kind: 'deviceDown' }, (flag) => flag === 'footCompare')).toContain('/foot-compare?')
  expect(alertPath(alert, () => false)).toBe(undefined)
})

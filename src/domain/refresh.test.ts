import { expect, test } from 'vitest'
import { wallSearch } from './kiosk.ts'
import { readRefresh, withRefresh } from './refresh.ts'

test.each([['29'], ['3601'], ['-60'], ['60.5'], ['1e3'], ['0x3c'], [' 60'], ['']])(
  'refresh=%s is no interval: nothing is asked by itself',
  (given) => {
    expect(readRefresh(`?client=3&refresh=${encodeURIComponent(given)}`)).toBeNull()
  },
)

test('an interval is whole seconds from half a minute to an hour, and everything else in the address stays', () => {
  expect([readRefresh('?refresh=30'), readRefresh('refresh=3600'), readRefresh('')]).toEqual([30, 3600, null])
  expect(withRefresh('?client=3&locals=7,8', 300)).toBe('client=3&locals=7,8&refresh=300')
  expect(withRefresh('?client=3&refresh=300', 60)).toBe('client=3&refresh=60')
  expect(withRefresh('?client=3&refresh=300', null)).toBe('client=3')
})

test('a screen keeps the interval of the address it was made from', () => {
  expect(wallSearch('?client=3&period=lastWeekVsPrevious&end=2026-11-22&refresh=60&kiosk=1')).toBe(
    'client=3&period=lastWeekVsPrevious&refresh=60',
  )
})

import { expect, test } from 'vitest'
import { viewSearch, withView } from './saved-view.ts'

test('a view keeps filters, tabs and steps, and no keys of the moment or of a sign-in', () => {
  expect(
    viewSearch(
      '?client=3&locals=7,8&tab=sales&granularity=week&full=kpi&refresh=60&kiosk=1&rotate=a&every=9&token=t&access_token=s',
    ),
  ).toBe('client=3&locals=7,8&tab=sales&granularity=week')
})

test('a period with a name follows the calendar, days chosen by hand stay', () => {
  expect(viewSearch('?period=lastWeekVsPrevious&end=2026-11-22')).toBe('period=lastWeekVsPrevious')
  expect(viewSearch('?p1=2026-01-01..2026-01-31&end=2026-1-31')).toBe('p1=2026-01-01..2026-01-31&end=2026-1-31')
})

test('a view that is applied takes the place of all filters; how the page is shown stays', () => {
  expect(withView('?client=3&locals=7&refresh=60', 'client=4&tab=sales')).toBe('client=4&tab=sales&refresh=60')
})

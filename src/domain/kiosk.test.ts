import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KIOSK_SECONDS, nextInTurn, readKiosk, wallSearch, withKiosk } from './kiosk.ts'
import { sheetsOf } from './kiosk-sheets.ts'

describe('the address of a wall', () => {
  test('keeps brand and dates, in and out', () => {
    const before = 'client=3&locals=7%2C8&end=2026-11-22'
    const on = withKiosk(before, { dashboards: ['foot-compare', 'reception000'], seconds: 30 })
    expect(Object.fromEntries(new URLSearchParams(on))).toEqual({
      client: '3',
      locals: '7,8',
      end: '2026-11-22',
      kiosk: '1',
      rotate: 'foot-compare,reception000',
      every: '30',
    })
    expect(withKiosk(on, null)).toBe(before)
  })

  test('is read back, and invalid values are left out', () => {
    expect(readKiosk('?client=3')).toBeNull()
    expect(readKiosk('?kiosk=1')).toEqual({ dashboards: [], seconds: KIOSK_SECONDS.usual })
    expect(readKiosk('?kiosk=1&rotate=a,../b,a,c&every=2')).toEqual({
      dashboards: ['a', 'c'],
      seconds: KIOSK_SECONDS.min,
    })
    expect(readKiosk('?kiosk=1&every=soon')?.seconds).toBe(KIOSK_SECONDS.usual)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), { maxLength: 20 }),
        fc.integer({ min: 10, max: 3600 }),
        (dashboards, seconds) => {
          expect(readKiosk(`?${withKiosk('client=1', { dashboards, seconds })}`)).toEqual({ dashboards, seconds })
        },
      ),
    )
  })
})

test('dashboards take turns; one alone, or one that is not among them, does not get stuck', () => {
  const kiosk = { dashboards: ['a', 'b', 'c'], seconds: 60 }
  expect(['a', 'b', 'c', 'x'].map((id) => nextInTurn(kiosk, id))).toEqual(['b', 'c', 'a', 'a'])
  expect(nextInTurn({ dashboards: ['a'], seconds: 60 }, 'a')).toBeNull()
  expect(nextInTurn({ dashboards: [], seconds: 60 }, 'a')).toBeNull()
})

describe('sheets', () => {
  test('hold every section once, in order, and none is higher than the screen', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 12 }),
        fc.integer({ min: 300, max: 2000 }),
        (heights, room) => {
          const sheets = sheetsOf(heights, room)
          expect(sheets.flatMap(({ sections }) => sections)).toEqual(heights.map((_, at) => at))
          for (const { sections, scale } of sheets)
            expect(sections.reduce((sum, at) => sum + (heights[at] ?? 0), 0) * scale).toBeLessThanOrEqual(room + 1e-6)
        },
      ),
    )
  })

  test('take as many sections as stay readable: those that fit at six tenths are together, others are not', () => {
    expect(sheetsOf([500, 500, 600], 1000).map(({ sections }) => sections)).toEqual([[0, 1, 2]])
    expect(sheetsOf([500, 500, 700], 1000).map(({ sections }) => sections)).toEqual([[0, 1], [2]])
    expect(sheetsOf([300], 1000)[0]?.scale).toBe(1.5)
    expect(sheetsOf([4000], 1000)[0]?.scale).toBe(0.25)
  })
})

test('a wall keeps its filters; a period with a name follows the calendar, days chosen by hand stay', () => {
  expect(wallSearch('?client=3&locals=7,8&period=lastWeekVsPrevious&end=2026-11-22&kiosk=1&every=30')).toBe(
    new URLSearchParams('client=3&locals=7,8&period=lastWeekVsPrevious').toString(),
  )
  expect(wallSearch('p1=2026-01-01..2026-01-31&end=2026-1-31')).toBe('p1=2026-01-01..2026-01-31&end=2026-1-31')
  expect(wallSearch('period=noPeriods&p1=2026-01-01..2026-01-31&end=2026-1-31')).toContain('end=')
  expect(wallSearch('when=2026-11-22&when-period=lastWeekVsPrevious&other=2026-11-22')).toBe(
    'when-period=lastWeekVsPrevious&other=2026-11-22',
  )
})

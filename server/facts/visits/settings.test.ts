import { expect, test } from 'vitest'
import { localParams } from '#domain/local-params'
import { dayStartHour, presenceSettings } from './settings.ts'

const night = (weekDay: number, closing: string) => [
  { weekDay, opening: '20:00', closing: '23:59' },
  { weekDay: weekDay === 7 ? 1 : weekDay + 1, opening: '00:00', closing },
]

test('a business day begins at midnight, unless a shift passes it', () => {
  expect(dayStartHour([])).toBe(0)
  expect(
    dayStartHour([
      { weekDay: 1, opening: '10:00', closing: '21:00' },
      { weekDay: 2, opening: '00:00', closing: '06:00' },
    ]),
  ).toBe(0)
  expect(dayStartHour([...night(5, '02:00'), ...night(7, '03:59')])).toBe(4)
  expect(
    dayStartHour(Array.from({ length: 7 }, (_, i) => ({ weekDay: i + 1, opening: '00:00', closing: '23:59' }))),
  ).toBe(0)
  expect(dayStartHour(night(5, '18:00'))).toBe(12)
})

test('the settings are those of the type, and the own ones where they differ', () => {
  const mall = presenceSettings(
    localParams({ id: 4, type: 'mall', paramStatus: 'operative' }, { rssiFrontDbm: -88 }),
    'Europe/Prague',
  )
  expect(mall).toEqual({
    local: 4,
    bounceThresholdS: 300,
    dwellEdgesMin: [5, 15, 30],
    repetitionEdgesDays: [7, 15, 30, 60],
    rssiIgnoreDbm: -92,
    rssiFrontDbm: -88,
    rssiInsideDbm: -74,
    frontMode: 'exclusive',
    timeZone: 'Europe/Prague',
    dayStartHour: 0,
    absenceS: 10_800,
  })
})

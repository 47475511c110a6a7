import { expect, test } from 'vitest'
import { cadenceWords } from './cadence-words.ts'

const t = (key: string, params: Record<string, string | number> = {}) => `${key} ${JSON.stringify(params)}`

test('the hour of a report is followed by its time zone where that is not the one of the reader', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const other = own === 'Asia/Tokyo' ? 'Europe/Madrid' : 'Asia/Tokyo'
  const words = (zone: string) => cadenceWords({ every: 'day', weekday: 1, day: 1, hour: 8 }, t, 'es', zone)
  expect([words(own), words(other)]).toEqual([
    'reports:when.day {"hour":"08:00"}',
    `reports:when.day {"hour":"08:00"} (${other})`,
  ])
})

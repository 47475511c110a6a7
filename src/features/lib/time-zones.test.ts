import { expect, test } from 'vitest'
import { matching } from '../../ui/options.ts'
import { timeZoneOptions } from './time-zones.ts'

const found = (locale: string, search: string) => matching(timeZoneOptions(locale), search).map(({ id }) => id)

test('a zone is found by its own name, and by that of its country in the language of the reader', () => {
  expect(found('es', 'reino unido')).toContain('Europe/London')
  expect(found('cs', 'cesko')).toEqual(['Europe/Prague'])
  expect(found('es', 'españa')).toEqual(['Africa/Ceuta', 'Atlantic/Canary', 'Europe/Madrid'])
  expect(found('it', 'new york')).toContain('America/New_York')
})

test('a zone that is known elsewhere is offered once, whether the browser lists it or not', () => {
  const offered = timeZoneOptions('en', ['Europe/Madrid', 'UTC', 'Old/Zone', null, undefined, '']).map(({ id }) => id)
  expect(offered.filter((id) => ['Europe/Madrid', 'UTC', 'Old/Zone', ''].includes(id))).toEqual([
    'Europe/Madrid',
    'Old/Zone',
    'UTC',
  ])
  expect(offered).toEqual(offered.toSorted())
})

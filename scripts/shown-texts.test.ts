import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutOptions } from './shown-texts.ts'

test('a dashboard gets every text of a widget but those of its options', () => {
  const whole = readFileSync(join(import.meta.dirname, '../widgets/heat-map/i18n/es.json'), 'utf8')
  const { options, ...others } = JSON.parse(whole) as Record<string, unknown>
  expect(options).toBeDefined()
  expect(JSON.parse(withoutOptions(whole))).toEqual(others)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { QUOTAS } from './quotas.ts'

const all = Object.entries(QUOTAS)

test.each(all)('%s is changed in the environment, and refused outside of its bounds', (name, { env, least, most }) => {
  const read = (value: number | string) =>
    readConfig({ [env]: String(value) }, 'demo').quotas[name as keyof typeof QUOTAS]
  expect([read(least), read(most)]).toEqual([least, most])
  for (const wrong of [least - 1, most + 1, 'many']) expect(() => read(wrong)).toThrow(`${env} is "${wrong}"`)
})

test('the page on quotas has them all with their usual values, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/quotas.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(QUOTA_\w+)` \| (\d+) \|/gm)].map(([, env, usual]) => [env, Number(usual)])
  expect(new Set(rows.map(String))).toEqual(new Set(all.map(([, { env, usual }]) => `${env},${usual}`)))
})

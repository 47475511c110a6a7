import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { builtInDashboards } from './built-in.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

test('an account without the flag of a dashboard does not see it, and none is seen without a session', async () => {
  expect((await f.get('/users/dashboards')).status).toBe(401)
  expect((await f.get('/users/dashboards', await f.signIn('nobody'))).body).toEqual([])
})

test('the built-in dashboards are listed in the language of the caller', async () => {
  const { body } = await f.get('/users/dashboards', await f.signIn('analyst'))
  expect(body).toContainEqual({ id: 'foot-compare', name: 'Comparativa', flag: 'footCompare' })
  expect((await f.get('/users/dashboards', await f.signIn('admin'))).body).toContainEqual({
    id: 'foot-compare',
    name: 'Comparativa',
    flag: 'footCompare',
  })
})

test('a layout without a text in a language is called by another one, and a plain name is taken as it is', () => {
  const directory = mkdtempSync(join(tmpdir(), 'aforo-layouts-'))
  writeFileSync(
    join(directory, 'a.json'),
    JSON.stringify({ _id: 'a', name: 't:title', access: 'footStatus', i18n: { en: { title: 'Status' } } }),
  )
  writeFileSync(join(directory, 'b.json'), JSON.stringify({ _id: 'b', name: 'Plain' }))
  expect(builtInDashboards(directory).map(({ id, flag, name }) => [id, flag, name('cs')])).toEqual([
    ['a', 'footStatus', 'Status'],
    ['b', null, 'Plain'],
  ])
  rmSync(directory, { recursive: true })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

test('entries of nouns with states are counted by state, for administrators alone, and not those that were removed', async () => {
  const admin = sender(f, await f.signIn('admin'))
  expect((await sender(f, await f.signIn('analyst'))('GET', '/management/entries/counts')).status).toBe(403)
  const add = async (name: string) =>
    ((await admin('POST', '/orders', { name, client: f.ids.uno })).body as { readonly id: number }).id
  const ids = [await add('First'), await add('Second'), await add('Third')]
  await admin('POST', `/orders/${ids[0]}/cancel`)
  await admin('DELETE', `/orders/${ids[1]}`)
  const { body } = await admin('GET', '/management/entries/counts')
  expect(body).toContainEqual({ name: 'orders', states: { cancelled: 1, draft: 1 } })
  expect(body).toContainEqual({ name: 'interventions', states: {} })
  expect((body as { name: string }[]).map(({ name }) => name)).not.toContain('dealerships')
})

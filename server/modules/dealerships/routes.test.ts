import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nounFacts } from '../../resource/testing.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('dealerships')
})

describe('besides', () => {
  let f: Fixture
  let admin: Send
  beforeAll(async () => {
    f = await fixture()
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  test('a name is there once a client, and twice for two clients', async () => {
    const send = (client: number) => admin('POST', '/dealerships', { name: 'Twice', client })
    expect((await send(f.ids.uno)).status).toBe(201)
    expect(await send(f.ids.uno)).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    expect((await send(f.ids.dos)).status).toBe(201)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nounFacts } from '../../resource/testing.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('local-groups')
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
    const send = (client: number) => admin('POST', '/local-groups', { name: 'Twice', client })
    expect((await send(f.ids.uno)).status).toBe(201)
    expect(await send(f.ids.uno)).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    expect((await send(f.ids.dos)).status).toBe(201)
  })

  test('holds locals of its client alone, each once', async () => {
    const send = (locals: readonly number[]) =>
      admin('POST', '/local-groups', { name: `Of ${locals.join(' ')}`, client: f.ids.uno, locals })
    expect(await send([f.ids.granVia, f.ids.otherGranVia])).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
    expect(await send([f.ids.granVia, f.ids.granVia])).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID' },
    })
    expect(await send([f.ids.granVia])).toMatchObject({
      status: 201,
      body: { kind: 'list', locals: [f.ids.granVia] },
    })
  })

  test('is of a kind that there is', async () => {
    expect(await admin('POST', '/local-groups', { name: 'Odd', client: f.ids.uno, kind: 'continent' })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID' },
    })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Preseal } from '#schemas/generated/entities/preseal.ts'
import { nounFacts } from '../../resource/testing.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('preseals')
})

describe('a pre-seal', () => {
  let f: Fixture
  let admin: Send
  beforeAll(async () => {
    f = await fixture()
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  test('is of a local, whose client it takes, and is listed with it', async () => {
    expect(await admin('POST', '/preseal', { name: 'Nowhere' })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID', details: { place: 'body.local' } },
    })
    expect(await admin('POST', '/preseal', { local: 987_654 })).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
    const { body } = await admin('POST', '/preseal', { local: f.ids.granVia })
    expect(body).toMatchObject({ name: '', client: f.ids.uno, local: f.ids.granVia, points: {}, enabled: false })
    expect((await admin('GET', `/preseal/local/${f.ids.granVia}`)).body).toEqual([body])
    expect((await admin('GET', `/preseal/local/${f.ids.outlet}`)).body).toEqual([])
  })

  test('is switched on and off, also by PUT, which may be sent twice', async () => {
    const { id } = (await admin('POST', '/preseal', { local: f.ids.granVia })).body as Preseal
    for (const [to, enabled] of [
      ['on', true],
      ['on', true],
      ['off', false],
      ['off', false],
    ] as const)
      expect(await admin('PUT', `/preseal/${id}/${to}`)).toMatchObject({ status: 200, body: { id, enabled } })
  })

  test('has a point once over all areas, and relates those outside to others', async () => {
    const refused = async (points: object) => (await admin('POST', '/preseal', { local: f.ids.granVia, points })).body
    const point = (name: string, ...related: string[]) => ({ point: name, related })
    expect(await refused({ A: [point('AD1')], B: [point('AD1')] })).toMatchObject({
      code: 'POINT_TAKEN',
      details: { point: 'AD1', area: 'A' },
    })
    expect(await refused({ A: [point('CO1')] })).toMatchObject({ code: 'POINT_RELATION_REQUIRED' })
    expect(await refused({ A: [point('DO1', 'AD2')] })).toMatchObject({
      code: 'POINT_NOT_FOUND',
      details: { point: 'DO1', related: 'AD2' },
    })
    expect(await refused({ A: [point('XX1')] })).toMatchObject({ code: 'REQUEST_INVALID' })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Preseal } from '#schemas/generated/entities/preseal.ts'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import type { Seal } from '#schemas/generated/entities/seal.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { nounFacts } from '../../resource/testing.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { presetups } from '../presetups/index.ts'

describe('as every noun', () => {
  nounFacts('seals')
})

describe('a seal', () => {
  let f: Fixture
  let admin: Send
  beforeAll(async () => {
    f = await fixture()
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  const points = { Sala: [{ point: 'AD1', related: [] }] }
  const preseal = async (more: object = {}) =>
    (await admin('POST', '/preseal', { name: 'Gran Vía', local: f.ids.granVia, points, ...more })).body as Preseal
  const act = (id: number, action: string) => admin('POST', `/preseal/${id}/${action}`)
  const ofLocal = async (local = f.ids.granVia) => (await admin('GET', `/seals/local/${local}`)).body as Seal[]

  test('is made when a pre-seal that is on is verified, with its points as they are then, and of no other', async () => {
    const one = await preseal()
    expect(await act(one.id, 'verify')).toMatchObject({ status: 409, body: { code: 'ENTRY_STATE_CONFLICT' } })
    expect(await ofLocal()).toEqual([])
    expect((await act(one.id, 'on')).body).toMatchObject({ status: 'on', enabled: true })
    expect((await act(one.id, 'verify')).body).toMatchObject({ status: 'sealed', enabled: false })
    const [seal, ...others] = await ofLocal()
    expect(others).toEqual([])
    expect(seal).toMatchObject({
      name: 'Gran Vía',
      client: f.ids.uno,
      local: f.ids.granVia,
      preseal: one.id,
      points,
      sealedOn: '2026-11-20',
      valid: true,
    })
    await admin('PUT', `/preseal/${one.id}`, { ...one, points: {}, id: undefined })
    expect((await ofLocal())[0]?.points).toEqual(points)
    const [entry] = (await f.catalog.audit.page(SYSTEM_SCOPE, { action: 'seal', limit: 1 })).entries
    expect([entry?.action, entry?.target, entry?.details.preseal]).toEqual(['seal.create', 'Gran Vía', one.id])
  })

  test('is made anew when the pre-seal is switched on and verified again', async () => {
    const before = (await ofLocal()).length
    const one = await preseal()
    for (const action of ['on', 'verify', 'on', 'verify']) expect((await act(one.id, action)).status).toBe(200)
    expect((await ofLocal()).filter((seal) => seal.preseal === one.id)).toHaveLength(2)
    expect(await ofLocal()).toHaveLength(before + 2)
  })

  test('is not made of a pre-seal without points or without a local, and then nothing is moved', async () => {
    const client = f.ids.uno
    for (const [more, missing] of [
      [{ points: {} }, ['points']],
      [{ local: null, client }, ['place']],
      [{ local: null, client, points: {} }, ['place', 'points']],
    ] as const) {
      const one = await preseal(more)
      await act(one.id, 'on')
      expect(await act(one.id, 'verify')).toMatchObject({
        status: 409,
        body: { code: 'SETUP_INCOMPLETE', details: { id: one.id, missing } },
      })
      expect((await admin('GET', `/preseal/${one.id}`)).body).toMatchObject({ status: 'on' })
    }
  })

  test('sets the day of the seal on the installed pre-setups of its local', async () => {
    const draft = presetups.resource.example(7, f.ids.uno, f.ids.granVia) as object
    const setup = (await admin('POST', '/presetup', draft)).body as Presetup
    const other = (await admin('POST', '/presetup', { ...draft, footscans: [], local: f.ids.outlet, client: null }))
      .body as Presetup
    for (const action of ['finish', 'install']) await admin('POST', `/presetup/${setup.id}/${action}`)
    const one = await preseal()
    for (const action of ['on', 'verify']) await act(one.id, action)
    expect((await admin('GET', `/presetup/${setup.id}`)).body).toMatchObject({
      installDate: '2026-11-20',
      sealDate: '2026-11-20',
    })
    expect((await admin('GET', `/presetup/${other.id}`)).body).toMatchObject({ sealDate: null })
  })

  test('is invalid and valid in turn, and an unknown one is refused', async () => {
    const [seal] = await ofLocal()
    const toggle = () => admin('POST', `/seals/${seal?.id}/toggle/valid`)
    expect(await toggle()).toMatchObject({ status: 200, body: { id: seal?.id, valid: false, status: 'invalid' } })
    expect(await toggle()).toMatchObject({ status: 200, body: { id: seal?.id, valid: true, status: 'valid' } })
    expect(await admin('POST', '/seals/987654/toggle/valid')).toMatchObject({
      status: 404,
      body: { code: 'ENTRY_NOT_FOUND' },
    })
  })
})

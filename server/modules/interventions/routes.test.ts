import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Intervention } from '#schemas/generated/entities/intervention.ts'
import { nounFacts } from '../../resource/testing.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('interventions')
})

describe('an intervention', () => {
  let f: Fixture
  let admin: Send
  beforeAll(async () => {
    f = await fixture()
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  const draft = (more: object = {}) => ({ type: 'Visit', description: 'The camera is dark.', ...more })
  const add = async (more: object = {}) => (await admin('POST', '/interventions', draft(more))).body as Intervention

  test('is refused at a local of another client, of no client, or that is not there', async () => {
    const { uno, granVia, otherGranVia } = f.ids
    for (const place of [{ client: uno, local: otherGranVia }, { local: granVia }, { client: uno, local: 987_654 }])
      expect([place, await admin('POST', '/interventions', draft(place))]).toMatchObject([
        place,
        { status: 404, body: { code: 'LOCAL_NOT_FOUND' } },
      ])
    const { id } = await add({ client: uno, local: granVia })
    expect(await admin('PUT', `/interventions/${id}`, draft({ client: uno, local: otherGranVia }))).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
  })

  test('is refused with data that are no names and plain values', async () => {
    for (const data of [[], 'x', { a: [] }, { a: {} }, { a: 'x'.repeat(1001) }])
      expect([data, (await admin('POST', '/interventions', draft({ data }))).status]).toEqual([data, 400])
  })

  test('needs a type and a description, and may come with data alone or belong to a client and a local', async () => {
    expect((await admin('POST', '/interventions', { type: 'Visit' })).status).toBe(400)
    const data = { ticket: 4312, open: true, floor: null, note: 'ground' }
    expect(await add({ data })).toMatchObject({ data, client: null, local: null, status: 'pending', assignee: null })
    const { uno, granVia } = f.ids
    expect(await add({ client: uno, local: granVia })).toMatchObject({ data: {}, client: uno, local: granVia })
  })

  test('keeps what was written about it, with who wrote it and when, oldest first', async () => {
    const { id } = await add()
    await admin('POST', `/interventions/${id}/comment`, { message: ' On my way.\nBack at six. ' })
    f.clock.time += 60_000
    const { body } = await admin('POST', `/interventions/${id}/comment`, { message: 'Done.' })
    expect((body as Intervention).comments).toEqual([
      { message: 'On my way.\nBack at six.', by: 'admin@aforo.test', at: NOW },
      { message: 'Done.', by: 'admin@aforo.test', at: NOW + 60_000 },
    ])
    const messages = Array.from({ length: 198 }, (_, at) => ({ message: `Message ${at}` }))
    for (const message of messages) await admin('POST', `/interventions/${id}/comment`, message)
    expect(await admin('POST', `/interventions/${id}/comment`, { message: 'One too many.' })).toMatchObject({
      status: 409,
      body: { code: 'ENTRY_COMMENTS_EXCEEDED', details: { most: 200 } },
    })
  })

  test('is archived with all that are completed, or all that are discarded, and with none of another state', async () => {
    const [done, dropped, open] = [await add(), await add(), await add()]
    await admin('POST', `/interventions/${done.id}/complete`)
    await admin('POST', `/interventions/${dropped.id}/discard`)
    expect((await admin('POST', '/interventions/archive/pending/all')).status).toBe(404)
    expect((await admin('POST', '/interventions/archive/completed/all')).body).toEqual({ done: [done.id], left: [] })
    expect((await admin('POST', '/interventions/archive/discarded/all')).body).toEqual({ done: [dropped.id], left: [] })
    expect((await admin('GET', `/interventions/${open.id}`)).body).toMatchObject({ status: 'pending' })
  })

  test('of a thousand all are completed in one call, each with its entry in the audit log', async () => {
    const ids: number[] = []
    for (let at = 0; at < 1000; at += 1) ids.push((await add()).id)
    const before = await f.catalog.audit.count()
    const began = performance.now()
    const { status, body } = await admin('POST', '/interventions/complete/all')
    console.info(`1000 interventions completed in ${Math.round(performance.now() - began)} ms`)
    expect([status, (body as { done: number[] }).done.filter((id) => ids.includes(id)).length]).toEqual([200, 1000])
    expect(await f.catalog.audit.count()).toBeGreaterThanOrEqual(before + 1000)
  }, 120_000)
})

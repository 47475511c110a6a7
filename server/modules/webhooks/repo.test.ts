import { afterAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { createCatalog } from '../../open-catalog.ts'
import { testDialects } from '../../testing/postgres.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const { dialects, stop } = await testDialects()
afterAll(stop)

describe.each(dialects)('on $name', ({ url }) => {
  test('an alert is written for the webhooks that want it, taken once, settled, sent again, dropped and swept', async () => {
    const catalog = await createCatalog({ catalogUrl: await url() })
    const { webhooks, webhookDeliveries: queue } = catalog
    const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
    const place = { client, name: 'Gran Vía', code: 'U1', type: 'store', timeZone: 'Europe/Madrid' } as const
    const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, place)
    const of = { client, kind: 'coverage', settings: { percent: 90 }, recipients: null, coolDownH: 24 } as const
    const { id: rule } = await catalog.alertRules.insert(SYSTEM_SCOPE, { ...of, enabled: true }, NOW)
    const content = { name: 'Switchboard', address: 'https://hooks.example.com/', enabled: true }
    const add = (events: ('alert.opened' | 'alert.solved')[]) =>
      webhooks.insert(SYSTEM_SCOPE, client, { ...content, events }, NOW, (id) => `sealed for ${id}`)
    const both = await add(['alert.opened', 'alert.solved'])
    const solved = await add(['alert.solved'])
    expect([both.secret, both.madeBy]).toEqual([`sealed for ${both.id}`, null])
    const figure = {
      value: 50,
      unit: 'percent',
      expected: 90,
      low: null,
      high: null,
      n: null,
      coverage: 0.5,
      state: 'partial',
      definition: 'alert.coverage@1',
      asOf: NOW,
      day: '2026-11-19',
      device: null,
      reason: null,
    } as const
    const opened = { client, local, rule, kind: 'coverage', subject: '', figure } as const
    const id = await catalog.transaction(async ({ alerts, webhookDeliveries }) => {
      const made = await alerts.insert(SYSTEM_SCOPE, opened, NOW)
      await webhookDeliveries.announce(SYSTEM_SCOPE, 'alert.opened', [made ?? 0], NOW)
      return made ?? 0
    })
    // The same alert is open already: nothing is written, and the transaction goes on as if it had not been tried.
    expect(await catalog.transaction(({ alerts }) => alerts.insert(SYSTEM_SCOPE, opened, NOW))).toBe(null)
    await catalog.alerts.close(SYSTEM_SCOPE, [id], 'switchedOff', NOW + 1)
    await queue.announce(SYSTEM_SCOPE, 'alert.solved', [id], NOW + 1)
    expect([(await queue.list(both.id)).length, (await queue.list(solved.id)).length]).toEqual([1, 0])

    const [due] = await queue.due(NOW)
    expect(due).toEqual({ id: expect.any(Number), webhook: both.id, client })
    const delivery = due?.id ?? 0
    expect(await queue.take(delivery, NOW, NOW + 60)).toMatchObject({
      tries: 1,
      triedAt: NOW,
      about: { local: 'Gran Vía' },
    })
    expect([await queue.take(delivery, NOW, NOW + 60), await queue.due(NOW + 59)]).toEqual([undefined, []])
    expect((await queue.due(NOW + 60)).map((one) => one.id)).toEqual([delivery])
    await queue.release()
    expect((await queue.due(NOW)).map((one) => one.id)).toEqual([delivery])

    await queue.settle(delivery, { status: 500, reason: 'status', line: 'no' }, 12, NOW + 100)
    expect(await queue.list(both.id)).toMatchObject([{ state: 'waiting', status: 500, ms: 12, nextTryAt: NOW + 100 }])
    expect(await queue.again(both.id, delivery, NOW + 5)).toMatchObject({ tries: 1, nextTryAt: NOW + 5 })
    await queue.settle(delivery, { status: 200, reason: null, line: null }, 9, null)
    expect(await queue.again(both.id, delivery, NOW + 6)).toMatchObject({ state: 'waiting', tries: 0 })
    expect([await queue.again(solved.id, delivery, NOW), await queue.again(both.id, delivery + 9, NOW)]).toEqual([
      undefined,
      undefined,
    ])

    await webhooks.tried(SYSTEM_SCOPE, both.id, false, NOW)
    await webhooks.tried(SYSTEM_SCOPE, both.id, false, NOW + 9)
    expect(await webhooks.switchOff(SYSTEM_SCOPE, both.id, 'failing')).toBe(true)
    expect(await webhooks.switchOff(SYSTEM_SCOPE, both.id, 'gone')).toBe(false)
    expect(await webhooks.some(SYSTEM_SCOPE, [both.id])).toMatchObject([
      { enabled: false, offBecause: 'failing', failingSince: NOW },
    ])
    expect(await queue.due(NOW + 9)).toEqual([])
    await queue.drop(both.id)
    expect(await queue.list(both.id)).toMatchObject([{ state: 'failed', reason: 'off' }])
    expect([await queue.sweep(NOW), (await queue.list(both.id)).length]).toEqual([0, 1])
    expect([await queue.sweep(NOW, 0), (await queue.list(both.id)).length]).toEqual([0, 0])
    await catalog.close()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { MAX_ANNOTATIONS } from './service.ts'

const BOARD = 'foot-compare'
let f: Fixture
const people = new Map<string, Send>()
const as = async (name: string): Promise<Send> => {
  const known = people.get(name) ?? sender(f, await f.signIn(name))
  people.set(name, known)
  return known
}
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

const draft = (more: object = {}) => ({
  dashboard: BOARD,
  client: f.ids.uno,
  begin: '2026-11-02',
  end: '2026-11-04',
  text: 'Road works',
  ...more,
})
const changeOf = (more: object = {}) => {
  const { dashboard: _dashboard, ...change } = draft(more)
  return change
}
async function write(who: string, more: object = {}): Promise<Annotation> {
  const { status, body } = await (await as(who))('POST', '/annotations', draft(more))
  expect([status, body]).toEqual([201, expect.anything()])
  return body as Annotation
}
const listOf = async (who: string): Promise<Annotation[]> =>
  (await (await as(who))('GET', `/annotations?dashboard=${BOARD}`)).body as Annotation[]
async function refused(who: string, ...request: Parameters<Send>) {
  const { status, body } = await (await as(who))(...request)
  return [status, (body as { code?: string } | null)?.code]
}

describe('an annotation is refused', () => {
  test.each([
    [{ begin: '2026-02-30', end: '2026-03-01' }, 400, 'DATE_INVALID'],
    [{ begin: '2026-11-05' }, 400, 'DATES_INCORRECT'],
    [{ begin: 'yesterday' }, 400, 'REQUEST_INVALID'],
    [{ text: '   ' }, 400, 'REQUEST_INVALID'],
    [{ text: 'x'.repeat(301) }, 400, 'REQUEST_INVALID'],
    [{ dashboard: 'gone' }, 404, 'DASHBOARD_NOT_FOUND'],
  ])('with %j', async (more, status, code) => {
    expect(await refused('analyst', 'POST', '/annotations', draft(more))).toEqual([status, code])
  })

  test('of a client of others, of a dashboard that is closed to the account, of a demo account and without a session', async () => {
    expect(await refused('analyst', 'POST', '/annotations', draft({ client: f.ids.dos }))).toEqual([
      404,
      'CLIENT_NOT_FOUND',
    ])
    expect(await refused('nobody', 'POST', '/annotations', draft())).toEqual([404, 'DASHBOARD_NOT_FOUND'])
    expect(await refused('guest', 'POST', '/annotations', draft())).toEqual([403, 'DEMO_CHANGES_NOT_ALLOWED'])
    expect((await sender(f)('POST', '/annotations', draft())).status).toBe(401)
  })

  test(`beyond ${MAX_ANNOTATIONS} of a client on a dashboard, by all their writers`, async () => {
    const user = await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'multi@aforo.test')
    const scope = { ...SYSTEM_SCOPE, userId: user?.id ?? 0 }
    await f.catalog.transaction(async ({ annotations }) => {
      for (let at = 0; at < MAX_ANNOTATIONS; at++)
        await annotations.insert(scope, 'foot-exits', {
          client: f.ids.uno,
          begin: '2026-01-01',
          end: '2026-01-01',
          text: `Note ${at}`,
          updatedAt: NOW,
        })
    })
    expect(await refused('analyst', 'POST', '/annotations', draft({ dashboard: 'foot-exits' }))).toEqual([
      409,
      'ANNOTATION_LIMIT_EXCEEDED',
    ])
  })
})

describe('an annotation', () => {
  test('is a text on one line at a day or a range, the newest days first', async () => {
    await write('analyst', { text: ' Road \n works ' })
    await write('analyst', { begin: '2026-11-09', end: '2026-11-09', text: 'Sale' })
    expect((await listOf('analyst')).map(({ begin, end, text }) => [begin, end, text])).toEqual([
      ['2026-11-09', '2026-11-09', 'Sale'],
      ['2026-11-02', '2026-11-04', 'Road works'],
    ])
  })

  test('is seen by those who see the dashboard and may read its client, and by no demo account', async () => {
    await write('multi', { client: f.ids.dos, text: 'Of the other client' })
    const seen = async (who: string) =>
      (await listOf(who)).filter(({ text }) => text === 'Of the other client').map(({ ownerName }) => ownerName)
    expect([await seen('analyst'), await seen('other'), await seen('guest'), await seen('admin')]).toEqual([
      [],
      [null],
      [],
      ['multi@aforo.test'],
    ])
  })

  test('is changed by its writer and by who may change the dashboard, once each time that it was read', async () => {
    const { id, updatedAt } = await write('multi', { text: 'First' })
    f.clock.time += 1000
    const send = (who: string, seen: number, text: string) =>
      refused(who, 'PUT', `/annotations/${id}`, { ...changeOf({ text }), updatedAt: seen })
    expect(await send('analyst', updatedAt, 'Theirs')).toEqual([403, 'ANNOTATION_READ_ONLY'])
    expect(await send('other', updatedAt, 'Theirs')).toEqual([404, 'ANNOTATION_NOT_FOUND'])
    expect(await send('multi', updatedAt, 'Second')).toEqual([200, undefined])
    expect(await send('admin', updatedAt, 'Late')).toEqual([409, 'ANNOTATION_CONFLICT'])
    expect((await listOf('analyst')).find((one) => one.id === id)).toMatchObject({
      text: 'Second',
      isMine: false,
      mayChange: false,
    })
    expect(await refused('analyst', 'DELETE', `/annotations/${id}`)).toEqual([403, 'ANNOTATION_READ_ONLY'])
    expect(await refused('admin', 'DELETE', `/annotations/${id}`)).toEqual([204, undefined])
    expect(await refused('multi', 'DELETE', `/annotations/${id}`)).toEqual([404, 'ANNOTATION_NOT_FOUND'])
  })
})

/** Screens by their service alone: what is kept of them, for how long they live, and what they may show. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ScreenDraft } from '#schemas/generated/api/screen-draft.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import type { Caller } from '../../lib/caller.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import { screenService } from './service.ts'
import type { ScreenService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `step`: by how much the clock of the machine was set; what lasts for a while is measured without it. */
const clock = {
  time: NOW,
  step: 0,
  now: () => clock.time + clock.step,
  steady: () => clock.time,
}
/** Documents by id; an error in place of one is thrown. */
const documents = new Map<string, string | Error>()
const asking = (...sources: string[]) => JSON.stringify({ queries: sources.map((source) => ({ source })) })

let catalog: Catalog
let screens: ScreenService
let [uno, dos] = [0, 0]
let people = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
  for (const name of ['Uno', 'Dos'])
    [uno, dos] = [dos, (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id]
  screens = screenService({
    catalog,
    dashboards: {
      view: async (_who, id) => {
        const text = documents.get(id)
        if (text instanceof Error) throw text
        if (text === undefined) throw new AppError('DASHBOARD_NOT_FOUND', `There is no dashboard ${id} for you.`)
        return { entry: { id, name: id, flag: null }, text }
      },
      readable: async () => [...documents.keys()].map((id) => ({ id, name: id })) as never,
    },
    clients: {
      find: async (scope, id) => {
        if (scope.clients !== 'all' && !scope.clients.includes(id))
          throw new AppError('CLIENT_NOT_FOUND', `There is no client ${id} for you.`, { client: id })
        return { id } as never
      },
    },
    clock,
  })
})
afterAll(() => catalog.close())
beforeEach(() => {
  Object.assign(clock, { time: clock.time + 100 * DAY, step: 0 })
  documents.clear()
  documents.set('hall', asking('occupancy.now')).set('shop', asking('compare.metrics'))
})

async function person(more: object = {}): Promise<Caller> {
  people += 1
  const draft = { passwordHash: null, role: 'basic', flags: [], clients: [uno], username: `p${people}@aforo.test` }
  const user = await catalog.users.insert(SYSTEM_SCOPE, { ...draft, ...more } as never, clock.now())
  const session = { tokenHash: '', since: clock.now(), isConfirmed: true }
  return { user, scope: scopeOf(user), account: accountOf(user), ...session }
}
const draft = (more: Partial<ScreenDraft> = {}): ScreenDraft => ({
  name: 'Hall',
  client: uno,
  dashboards: ['hall', 'shop'],
  seconds: 30,
  lang: 'en',
  ...more,
})
let address = 0
const open = (token: string) => screens.open(token, `10.1.${(address += 1)}.1`)
const callerOf = async (token: string) => (await screens.resolve((await open(token)).access_token))!
const audited = async () => (await catalog.audit.list(SYSTEM_SCOPE, 1))[0]

describe('a screen is not made', () => {
  test('by a demo account or a program, for what never expires belongs to a person', async () => {
    for (const more of [{ properties: { demo: true } }, { loginType: 'service' }])
      await expect(screens.create(await person(more), draft())).rejects.toMatchObject({
        code: 'SCREEN_MAKER_NOT_ALLOWED',
      })
  })

  test('of a client or a dashboard that its maker may not see', async () => {
    const ana = await person()
    await expect(screens.create(ana, draft({ client: dos }))).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND' })
    await expect(screens.create(ana, draft({ dashboards: ['hall', 'x'] }))).rejects.toMatchObject({
      code: 'DASHBOARD_NOT_FOUND',
    })
    expect(await screens.list(ana, {})).toEqual([])
  })

  test('beyond fifty of one account, of which those that were revoked do not count', async () => {
    const ana = await person()
    const made = await Promise.all(Array.from({ length: 50 }, () => screens.create(ana, draft())))
    await expect(screens.create(ana, draft())).rejects.toMatchObject({ code: 'SCREEN_LIMIT', details: { most: 50 } })
    await screens.revoke(ana, made[0]!.id)
    await screens.create(ana, draft())
    await screens.create(await person(), draft())
  })
})

test('a new screen has its trimmed name and the filters of its address alone, and is in the log', async () => {
  const ana = await person()
  const search = `?client=${uno}&kiosk=1&rotate=a&every=20&access_token=a&token=b&redirect=c`
  const { token, ...made } = await screens.create(ana, draft({ name: '  Hall ', search }))
  expect(made).toEqual({
    id: expect.any(Number),
    name: 'Hall',
    client: uno,
    dashboards: ['hall', 'shop'],
    seconds: 30,
    createdAt: clock.now(),
    seenAt: null,
    revokedAt: null,
    owner: ana.user.username,
    mine: true,
    state: 'active',
  })
  expect(await audited()).toEqual({
    at: clock.now(),
    user: ana.user.id,
    action: 'screen.create',
    target: `screen ${made.id}`,
    details: { name: 'Hall', client: uno, dashboards: ['hall', 'shop'] },
  })
  const caller = await callerOf(token)
  expect(await screens.current(caller)).toEqual({
    id: made.id,
    name: 'Hall',
    dashboards: ['hall', 'shop'],
    search: `client=${uno}`,
    seconds: 30,
    lang: 'en',
    hidesNoData: true,
  })
})

test('a session reads as the maker does, of the one client, in its own language, and changes nothing', async () => {
  const ana = await person({ clients: [uno, dos] })
  const { id, token, createdAt } = await screens.create(ana, draft())
  const opened = await open(token)
  expect(opened).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(await screens.resolve(opened.access_token)).toEqual({
    user: { ...ana.user, properties: { ...ana.user.properties, lang: 'en' } },
    scope: { ...ana.scope, clients: [uno], lang: 'en' },
    account: ana.account,
    tokenHash: hashOf(opened.access_token),
    since: createdAt,
    isConfirmed: false,
    readsOnly: true,
    screen: { id, dashboards: ['hall', 'shop'] },
  })
  expect([await screens.resolve('x'), await screens.resolve(token)]).toEqual([null, null])
})

test('an hour of a session is an hour, however the clock of the machine is set meanwhile', async () => {
  const { token } = await screens.create(await person(), draft())
  const { access_token: session } = await open(token)
  for (const step of [2 * HOUR, -2 * HOUR]) {
    clock.step = step
    const caller = await screens.resolve(session)
    expect([step, caller === null ? null : (await screens.current(caller)).name]).toEqual([step, 'Hall'])
  }
  clock.time += HOUR
  expect(await screens.resolve(session)).toBe(null)
})

test('that it was seen is written once a minute, its first opening is in the log with where it came from', async () => {
  const ana = await person()
  const { id, token } = await screens.create(ana, draft())
  const { access_token: session } = await screens.open(token, '10.9.8.7')
  const first = clock.now()
  expect(await audited()).toMatchObject({
    action: 'screen.open',
    target: `screen ${id}`,
    details: { address: '10.9.8.7' },
  })
  const seenAt = async () => (await screens.list(ana, {}))[0]?.seenAt
  clock.time += MINUTE - 1
  await screens.resolve(session)
  expect(await seenAt()).toBe(first)
  clock.time += 1
  await screens.resolve(session)
  expect(await seenAt()).toBe(first + MINUTE)
  await open(token)
  expect((await catalog.audit.list(SYSTEM_SCOPE, 9)).filter(({ target }) => target === `screen ${id}`)).toHaveLength(2)
})

test('the owner and the state of a screen are shown to its maker and to administrators', async () => {
  const [ana, bea] = [await person(), await person({ clients: [uno, dos] })]
  const boss = await person({ role: 'admin', clients: [] })
  const one = await screens.create(ana, draft())
  const two = await screens.create(bea, draft({ client: dos }))
  const own = await screens.create(boss, draft())
  const listed = async (caller: Caller, client?: number) =>
    (await screens.list(caller, { ...(client !== undefined && { client }) })).map(({ id, mine, state }) => [
      id,
      mine,
      state,
    ])
  expect(await listed(ana)).toEqual([[one.id, true, 'active']])
  expect((await listed(boss)).slice(0, 3)).toEqual([
    [own.id, true, 'active'],
    [two.id, false, 'active'],
    [one.id, false, 'active'],
  ])
  // The own ones, and those of the client.
  expect((await listed(boss, dos)).slice(0, 2)).toEqual([
    [own.id, true, 'active'],
    [two.id, false, 'active'],
  ])
  await screens.revoke(boss, two.id)
  expect(await audited()).toMatchObject({ action: 'screen.revoke', details: { name: 'Hall', client: dos } })
  expect([await listed(bea), (await screens.list(bea, {}))[0]?.revokedAt]).toEqual([
    [[two.id, true, 'revoked']],
    clock.now(),
  ])
  documents.clear()
  expect(await listed(ana)).toEqual([[one.id, true, 'rights']])
  await catalog.users.setEnabled(SYSTEM_SCOPE, ana.user.id, false)
  expect(await listed(ana)).toEqual([[one.id, true, 'maker']])
  clock.time += 90 * DAY
  expect(await listed(ana)).toEqual([[one.id, true, 'unused']])
})

test('the screen of another person is not revoked, nor one twice', async () => {
  const [ana, bea] = [await person(), await person()]
  const { id } = await screens.create(ana, draft())
  await expect(screens.revoke(bea, id)).rejects.toMatchObject({ code: 'SCREEN_NOT_FOUND', details: { screen: id } })
  await screens.revoke(ana, id)
  await expect(screens.revoke(ana, id)).rejects.toMatchObject({ code: 'SCREEN_NOT_FOUND' })
})

test('what was revoked 90 days ago is forgotten with the next opening, and no day earlier', async () => {
  const [ana, bea] = [await person(), await person()]
  const { id, token } = await screens.create(ana, draft())
  const other = await screens.create(bea, draft())
  await screens.revoke(ana, id)
  clock.time += 90 * DAY - 1
  await open(other.token)
  await expect(open(token)).rejects.toMatchObject({ code: 'SCREEN_ENDED', details: { reason: 'revoked' } })
  clock.time += 1
  await open(other.token)
  await expect(open(token)).rejects.toMatchObject({ code: 'SCREEN_TOKEN_INVALID' })
})

describe('a screen', () => {
  test('shows those of its dashboards that its maker may still open, and ends with the last', async () => {
    const { token } = await screens.create(await person(), draft())
    const caller = await callerOf(token)
    documents.delete('hall')
    expect((await screens.current(caller)).dashboards).toEqual(['shop'])
    documents.delete('shop')
    for (const ask of [() => screens.current(caller), () => open(token)])
      await expect(ask()).rejects.toMatchObject({ code: 'SCREEN_ENDED', details: { reason: 'rights' } })
  })

  test('asks what its dashboards ask; one that is gone asks nothing, one that is broken fails', async () => {
    const { token } = await screens.create(await person(), draft())
    const caller = await callerOf(token)
    const shown = () =>
      Promise.all(
        [['compare.metrics'], ['x', 'occupancy.now'], ['x'], []].map((sources) => screens.shows(caller, sources)),
      )
    expect(await shown()).toEqual([true, true, false, false])
    documents.delete('hall')
    expect(await shown()).toEqual([true, false, false, false])
    documents.set('hall', new Error('the disk is broken'))
    await expect(screens.shows(caller, ['compare.metrics'])).rejects.toThrow('the disk is broken')
  })

  test('of an administrator hides nothing that has no data', async () => {
    const { token } = await screens.create(await person({ role: 'admin', clients: [] }), draft())
    expect(await screens.current(await callerOf(token))).toMatchObject({ hidesNoData: false, search: '' })
  })

  test('with an expired session learns that its link is invalid', async () => {
    const { token } = await screens.create(await person(), draft())
    const caller = await callerOf(token)
    clock.time += HOUR
    await expect(screens.current(caller)).rejects.toMatchObject({ code: 'SCREEN_TOKEN_INVALID' })
  })
})

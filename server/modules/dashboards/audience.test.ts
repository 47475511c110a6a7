import { expect, test } from 'vitest'
import { audienceFor } from './audience.ts'

const catalog = {
  clients: { find: async (_scope: unknown, id: number) => (id < 10 ? { id } : undefined) },
  groups: { some: async (_scope: unknown, ids: number[]) => ids.filter((id) => id < 5).map((id) => ({ id })) },
}
const person = (role: 'admin' | 'basic', flags: readonly string[] = ['footCompare'], demo = false) => ({
  scope: { role, userId: 7, clients: role === 'admin' ? 'all' : [1, 2, 11], demo },
  account: { roles: [role], properties: Object.fromEntries(flags.map((flag) => [flag, true])) },
})

type Who = ReturnType<typeof person>
const ask = async (who: Who, audience: object): Promise<unknown> => {
  try {
    return await audienceFor(who as never, audience as never, catalog as never)
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: { reason?: string } }
    return [code, message, ...(details.reason === undefined ? [] : [details.reason])]
  }
}

test('a dashboard is for its author alone, some clients, some groups or everyone; ids are kept in order', async () => {
  expect(await ask(person('basic', []), { to: 'onlyMe' })).toEqual({ to: 'onlyMe', ids: [] })
  expect(await ask(person('basic'), { to: 'clients', ids: [2, 1] })).toEqual({ to: 'clients', ids: [1, 2] })
  expect(await ask(person('admin'), { to: 'clients', ids: [9, 3] })).toEqual({ to: 'clients', ids: [3, 9] })
  expect(await ask(person('admin'), { to: 'groups', ids: [4, 3] })).toEqual({ to: 'groups', ids: [3, 4] })
  expect(await ask(person('admin'), { to: 'everyone' })).toEqual({ to: 'everyone', ids: [] })
})

test('a list names at least one, and what is no list names none', async () => {
  for (const to of ['clients', 'groups']) {
    expect(await ask(person('admin'), { to })).toEqual([
      'DASHBOARD_AUDIENCE',
      `An audience of ${to} names at least one of them.`,
      'empty',
    ])
  }
  for (const to of ['onlyMe', 'everyone']) {
    expect(await ask(person('admin'), { to, ids: [1, 2] })).toEqual([
      'DASHBOARD_AUDIENCE',
      `An audience of ${to} names no ids; 2 were given.`,
      'ids',
    ])
  }
})

test('only administrators share with groups and with everyone', async () => {
  for (const [to, ids] of [
    ['groups', [3]],
    ['everyone', []],
  ] as const) {
    expect(await ask(person('basic'), { to, ids })).toEqual([
      'DASHBOARD_AUDIENCE',
      `Only an administrator may share a dashboard with ${to}; choose clients.`,
      'admin',
    ])
  }
})

test('who may open no dashboard, or is a guest, shares none', async () => {
  const refused = [
    'DASHBOARD_AUDIENCE',
    'This account may not share dashboards: it may open none, or it is a demo account.',
    'flag',
  ]
  expect(await ask(person('basic', []), { to: 'clients', ids: [1] })).toEqual(refused)
  expect(await ask(person('basic', ['footCompare'], true), { to: 'clients', ids: [1] })).toEqual(refused)
})

test('clients that are not the own ones and those that are not there are refused alike, as are groups', async () => {
  for (const id of [3, 11, 99])
    expect(await ask(person('basic'), { to: 'clients', ids: [1, id] })).toEqual([
      'CLIENT_NOT_FOUND',
      expect.stringContaining(`${id}`),
    ])
  expect(await ask(person('admin'), { to: 'clients', ids: [99] })).toEqual([
    'CLIENT_NOT_FOUND',
    expect.stringContaining('99'),
  ])
  expect(await ask(person('admin'), { to: 'groups', ids: [3, 8] })).toEqual(['GROUP_NOT_FOUND', 'There is no group 8.'])
})

/** Who is notified of alerts and with which text, from alerts as they are stored. */
import { expect, test } from 'vitest'
import { alertNotices, disguisedFigure, mayBeNotified } from './notices.ts'
import type { NoticeParts } from './notices.ts'
import type { User } from '../../lib/user.ts'
import type { StoredAlert } from './repo.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 12)

const user = (id: number, more: Partial<User> = {}): User =>
  ({
    id,
    username: `user${id}@aforo.test`,
    role: 'basic',
    enabled: true,
    clients: [1],
    flags: ['canAlerts'],
    properties: { lang: 'en' },
    loginType: 'password',
    ...more,
  }) as User

const alert = (id: number, more: Partial<StoredAlert> = {}): StoredAlert =>
  ({
    id,
    client: 1,
    local: 10,
    rule: 5,
    kind: 'deviceDown',
    subject: `footscan:${id}`,
    state: 'open',
    openedAt: NOW,
    closedAt: null,
    closedBecause: null,
    mailedAt: null,
    figure: {
      value: null,
      expected: null,
      low: null,
      high: null,
      unit: 'count',
      day: '2026-11-20',
      device: `Door ${id}`,
      reason: 'offline',
      n: null,
      coverage: null,
      definition: null,
    },
    ...more,
  }) as StoredAlert

interface Mail {
  readonly to: string
  readonly kind: string
  readonly language: string
  readonly values: { items: unknown[]; count: number; link: string; client: string }
}

async function notified({
  unnotified = [],
  solved = [],
  users = [user(1)],
  lastNotified = null,
  rules = [{ id: 5, recipients: null, coolDownH: 2 }],
}: {
  unnotified?: StoredAlert[]
  solved?: StoredAlert[]
  users?: User[]
  lastNotified?: number | null
  rules?: object[]
}) {
  const mails: Mail[] = []
  const marks: unknown[] = []
  const catalog = {
    alerts: {
      unnotified: async () => unnotified,
      solvedUnnotified: async () => solved,
      lastNotified: async () => lastNotified,
      markNotified: async (_scope: unknown, ids: number[], what: string, at: number) => {
        marks.push([what, ids, at])
      },
    },
    alertMarks: { woken: async () => [], wake: async () => undefined },
    alertRules: { list: async () => rules },
    users: { list: async () => users },
  }
  const names = [
    { id: 10, name: 'Sol' },
    { id: 11, name: 'Ávila' },
  ]
  await alertNotices({
    catalog,
    clients: { find: async () => ({ name: 'Moda Uno' }) },
    locals: { ofClient: async () => names },
    mail: {
      send: async (mail: Mail) => {
        mails.push(mail)
      },
    },
    clock: { now: () => NOW },
    publicUrl: 'https://aforo.test',
  } as unknown as NoticeParts).sendAll()
  return { mails, marks }
}

const textOf = (item: unknown) => (typeof item === 'string' ? item : (item as { text: string }).text)

test('only readers of the client with the right and an enabled personal account may be notified', () => {
  expect(mayBeNotified(user(1), 1)).toBe(true)
  expect(mayBeNotified(user(1, { role: 'admin', clients: [] }), 1)).toBe(true)
  const not = [
    user(1, { clients: [2] }),
    user(1, { flags: [] }),
    user(1, { role: 'admin', flags: [] }),
    user(1, { enabled: false }),
    user(1, { loginType: 'service' }),
  ]
  expect(not.map((one) => mayBeNotified(one, 1))).toEqual([false, false, false, false, false])
})

test('a guest reads the number of a footscan in place of its name; an alert of no footscan stays as it is', () => {
  expect(disguisedFigure(alert(7)).figure.device).toBe('Demo Footscan 7')
  const whole = alert(7, { figure: { ...alert(7).figure, device: null } })
  expect(disguisedFigure(whole)).toBe(whole)
})

test('a mail has a line for each alert by the name of its local, in the order of the reader’s language', async () => {
  const { mails } = await notified({ unnotified: [alert(1), alert(2, { local: 11 }), alert(3, { local: 99 })] })
  expect(mails).toHaveLength(1)
  const [{ to, kind, language, values }] = mails as [Mail]
  expect([to, kind, language, values.count, values.client]).toEqual([
    'user1@aforo.test',
    'alertsOpened',
    'en',
    3,
    'Moda Uno',
  ])
  expect(values.link).toBe('https://aforo.test/users/alerts/manage?tab=history&client=1')
  expect(values.items.map((item) => textOf(item).split(' · ')[0])).toEqual(['#99', 'Ávila', 'Sol'])
  expect(textOf(values.items[2])).toContain('Door 1')
})

test('a line leads to the dashboard of its day for who may open it, and nowhere for others', async () => {
  const { mails } = await notified({
    unnotified: [alert(1)],
    users: [user(1), user(2, { flags: ['canAlerts', 'footStatus'] }), user(3, { role: 'admin' })],
  })
  const links = mails.map(
    ({
      values: {
        items: [item],
      },
    }) => (typeof item === 'string' ? null : (item as { link: string }).link),
  )
  expect(links).toEqual([
    null,
    expect.stringMatching(/^https:\/\/aforo\.test\/.*client=1&locals=10/),
    expect.stringMatching(/^https:/),
  ])
})

test('a mail has forty lines and says how many more there are', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => alert(at + 1))
  const items = async (count: number) => (await notified({ unnotified: many(count) })).mails[0]!.values.items
  expect(await items(40)).toHaveLength(40)
  const more = await items(43)
  expect([more.length, more.at(-1), textOf(more[39]).startsWith('Sol')]).toEqual([41, '+ 3', true])
})

test('a guest’s mail has no name of a footscan', async () => {
  const { mails } = await notified({
    unnotified: [alert(7)],
    users: [user(1, { properties: { lang: 'en', demo: true } as User['properties'] })],
  })
  expect(textOf(mails[0]!.values.items[0])).toContain('Demo Footscan 7')
  expect(textOf(mails[0]!.values.items[0])).not.toContain('Door')
})

test('a rule with recipients notifies only these, and only of their own clients', async () => {
  const rules = [
    { id: 5, recipients: [2], coolDownH: 2 },
    { id: 6, recipients: null, coolDownH: 2 },
  ]
  const users = [user(1), user(2), user(3, { clients: [2] })]
  const { mails } = await notified({
    unnotified: [alert(1), alert(2, { rule: 6 }), alert(3, { client: 2, rule: 6 })],
    users,
    rules,
  })
  expect(mails.map(({ to, values }) => [to, values.count])).toEqual([
    ['user1@aforo.test', 1],
    ['user2@aforo.test', 2],
    ['user3@aforo.test', 1],
  ])
  expect((await notified({ unnotified: [alert(1)], users, rules })).mails.map(({ to }) => to)).toEqual([
    'user2@aforo.test',
  ])
})

test('within the cool-down of its rule the same is not notified again, and not marked as notified', async () => {
  const again = async (ms: number) => await notified({ unnotified: [alert(1)], lastNotified: NOW - ms })
  expect(await again(2 * HOUR - 1)).toEqual({ mails: [], marks: [] })
  expect((await again(2 * HOUR)).marks[0]).toEqual(['opened', [1], NOW])
  expect((await notified({ unnotified: [alert(1)], lastNotified: NOW - 24 * HOUR + 1, rules: [] })).mails).toEqual([])
  expect((await notified({ unnotified: [alert(1)], lastNotified: NOW - 24 * HOUR, rules: [] })).mails).toHaveLength(1)
})

test('what is solved is mailed separately, without a cool-down', async () => {
  const { mails, marks } = await notified({ unnotified: [alert(1)], solved: [alert(2)], lastNotified: null })
  expect(mails.map(({ kind }) => kind)).toEqual(['alertsOpened', 'alertsSolved'])
  expect(marks).toEqual([
    ['opened', [1], NOW],
    ['solved', [2], NOW],
  ])
  expect((await notified({ solved: [alert(2)], lastNotified: NOW })).mails.map(({ kind }) => kind)).toEqual([
    'alertsSolved',
  ])
  expect(await notified({})).toEqual({ mails: [], marks: [] })
})

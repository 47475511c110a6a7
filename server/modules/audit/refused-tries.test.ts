import { expect, test } from 'vitest'
import { refusedTries, refusedTriesJob } from './refused-tries.ts'
import type { RefusedTry } from './refused-tries.ts'
import type { AuditEntry } from './repo.ts'

const MINUTE = 60_000

function open() {
  const clock = {
    time: 0,
    now() {
      return this.time
    },
  }
  const entries: AuditEntry[] = []
  const tries = refusedTries({
    audit: {
      append: async (_scope, entry) => {
        entries.push(entry)
      },
    },
    clock,
  })
  const take = (more: Partial<RefusedTry> = {}) =>
    tries.take({ action: 'session.refuse', target: 'ana@x.test', isKnown: true, address: '10.0.0.1', ...more })
  return { clock, entries, tries, take }
}
const detailsOf = ([entry]: readonly AuditEntry[]) =>
  ({
    accounts: {},
    ...entry?.details,
  }) as unknown as { readonly accounts: Readonly<Record<string, number>>; readonly otherAccounts: number }
const times = <T>(count: number, one: (at: number) => T) => Array.from({ length: count }, (_, at) => one(at))

test('ten tries of a network are entries of their own in a minute, and twenty of all networks', () => {
  const { clock, take } = open()
  expect(times(12, () => take()).filter(Boolean)).toHaveLength(10)
  expect(times(15, (at) => take({ address: `10.9.${at}.1` })).filter(Boolean)).toHaveLength(10)
  clock.time += MINUTE
  expect(take()).toBe(true)
})

test('an exhausted network share takes nothing from the share of all', () => {
  const { take } = open()
  times(50, () => take())
  expect(times(12, (at) => take({ address: `10.9.${at}.1` })).filter(Boolean)).toHaveLength(10)
})

test('the others are one entry: how many, of how many networks, about which accounts and how many unknown names', async () => {
  const { clock, entries, tries, take } = open()
  times(10, () => take())
  times(3, () => take({ target: 'bea@x.test' }))
  times(2, () => take())
  times(4, () => take({ target: 'nobody', isKnown: false }))
  clock.time = 500
  await tries.summarise()
  expect(entries).toEqual([
    {
      action: 'session.refuseMany',
      target: '',
      at: 500,
      details: {
        tries: 9,
        unknownNames: 4,
        networks: 1,
        accounts: { 'bea@x.test': 3, 'ana@x.test': 2 },
        otherAccounts: 0,
      },
    },
  ])
  expect(Object.keys(entries[0]?.details?.accounts as object)).toEqual(['bea@x.test', 'ana@x.test'])
  await tries.summarise()
  expect(entries).toHaveLength(1)
})

test('codes and sign-ins are counted apart, and no account is named where none is known', async () => {
  const { entries, tries, take } = open()
  times(10, () => take())
  times(2, () => take({ action: 'otp.refuse', target: 'nobody', isKnown: false }))
  take()
  await tries.summarise()
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['otp.refuseMany', { tries: 2, unknownNames: 2, networks: 1 }],
    ['session.refuseMany', { tries: 1, unknownNames: 0, networks: 1, accounts: { 'ana@x.test': 1 }, otherAccounts: 0 }],
  ])
})

test('an entry names the twenty accounts that were tried most, and says how many more there were', async () => {
  const { entries, tries, take } = open()
  times(10, () => take({ target: 'first', isKnown: false }))
  for (let at = 0; at < 23; at += 1) times(at + 1, () => take({ target: `u${at}` }))
  await tries.summarise()
  const { accounts, otherAccounts } = detailsOf(entries)
  expect([Object.keys(accounts).length, otherAccounts, accounts.u22, accounts.u3, accounts.u2]).toEqual([
    20,
    3,
    23,
    4,
    undefined,
  ])
})

test('ten thousand accounts and networks of a minute are distinguished, for any input', async () => {
  const { entries, tries, take } = open()
  times(20, (at) => take({ address: `11.0.${at}.1` }))
  times(10_050, (at) => take({ target: `u${at}`, address: `10.${at >> 8}.${at & 255}.1` }))
  take({ target: 'u0', address: '10.0.0.1' })
  await tries.summarise()
  expect(entries[0]?.details).toMatchObject({ tries: 10_051, networks: 10_000, otherAccounts: 10_000 - 20 })
  expect(detailsOf(entries).accounts.u0).toBe(2)
})

test('the job sums up each minute', async () => {
  const { entries, tries, take } = open()
  times(11, () => take())
  const job = refusedTriesJob(tries)
  expect([job.name, job.everyMs]).toEqual(['refused tries', MINUTE])
  await job.run()
  expect(entries).toHaveLength(1)
})

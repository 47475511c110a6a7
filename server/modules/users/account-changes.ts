/** Audit details of a change to an account or a group: which rights came and went, never whole copies. */
import type { Group } from '#schemas/generated/entities/group.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { changes } from './link-repo.ts'

type Details = Readonly<Record<string, unknown>>

const lists = <K extends string>(
  keys: readonly K[],
  before: Readonly<Record<K, readonly unknown[]>>,
  after: Readonly<Record<K, readonly unknown[]>>,
): Details =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const { given, taken } = changes(before[key], after[key])
      return [
        ...(given.length > 0 ? [[`${key}Given`, given]] : []),
        ...(taken.length > 0 ? [[`${key}Taken`, taken]] : []),
      ]
    }),
  )

const values = <K extends string>(
  keys: readonly K[],
  before: Readonly<Record<K, unknown>>,
  after: Readonly<Record<K, unknown>>,
): Details =>
  Object.fromEntries(keys.flatMap((key) => (before[key] === after[key] ? [] : [[key, [before[key], after[key]]]])))

/** Names of the settings that differ; their values may be texts of any length. */
const differing = (before: object, after: object): Details => {
  const [a, b] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]),
  )
  return names.length === 0 ? {} : { properties: names }
}

export const accountChanges = (before: UserAccount, after: UserAccount): Details => ({
  ...values(['username', 'role', 'loginType', 'passwordExpired'], before, after),
  ...lists(['flags', 'clients', 'groups', 'macs'], before, after),
  ...differing(before.properties, after.properties),
})

export const groupChanges = (before: Group, after: Group): Details => ({
  ...values(['name', 'description'], before, after),
  ...lists(['flags', 'clients', 'members'], before, after),
})

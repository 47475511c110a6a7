/** Who a bulk mail is for. */
import type { BulkMailFilter } from '#schemas/generated/entities/bulk-mail-filter.ts'
import type { Language } from '#schemas/generated/entities/language.ts'
import { DAY_MS } from '#domain/days'
import type { Repositories } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'

export interface Person {
  readonly user: number
  readonly address: string
  readonly language: Language
  readonly isUnsubscribed: boolean
}

/** People who can sign in and can be written to: no disabled and no demo accounts. By address. */
export async function audienceOf(
  { accounts, groups, bulkMails }: Pick<Repositories, 'accounts' | 'groups' | 'bulkMails'>,
  { roles, clients, groups: wantedGroups, languages, seen, seenDays }: BulkMailFilter,
  now: number,
): Promise<Person[]> {
  const [people, all, unsubscribed] = [
    await accounts.list(SYSTEM_SCOPE, { enabled: true }),
    await groups.list(SYSTEM_SCOPE),
    await bulkMails.unsubscribed(SYSTEM_SCOPE),
  ]
  const clientsOf = new Map(all.map((group) => [group.id, group.clients]))
  const since = now - seenDays * DAY_MS
  const fits = <T>(wanted: readonly T[], has: readonly T[]) =>
    wanted.length === 0 || has.some((one) => wanted.includes(one))
  return people
    .filter(({ properties }) => !properties.demo)
    .filter((account) => {
      const isSeen = (account.lastLogin ?? 0) >= since
      return (
        fits(roles, [account.role]) &&
        fits(wantedGroups, account.groups) &&
        fits(languages, [account.properties.lang]) &&
        fits(clients, [...account.clients, ...account.groups.flatMap((id) => clientsOf.get(id) ?? [])]) &&
        (seen === 'any' || isSeen === (seen === 'within'))
      )
    })
    .map(({ id, username, properties }) => ({
      user: id,
      address: username,
      language: properties.lang,
      isUnsubscribed: unsubscribed.has(id),
    }))
    .toSorted((one, other) => one.address.localeCompare(other.address))
}

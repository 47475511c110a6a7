/**
 * To whom an account may send reports. Asked when one is scheduled, and again each time it is made: what was allowed
 * then may not be now.
 */
import type { Report } from '#schemas/generated/entities/report.ts'
import type { User } from '../../lib/user.ts'

export type Letter = NonNullable<Report['what']['mail']>

/** Of all mails of a day of one account, schedules included. */
export const MAX_RECIPIENTS_A_DAY = 500

export const recipientsOf = ({ to, cc, bcc }: Letter): readonly string[] => [...to, ...cc, ...bcc]

/**
 * Null = every address. A demo account writes only to its own address. `reportDomains`: null = to any domain.
 */
export const domainsOf = (
  { username, properties }: Pick<User, 'username' | 'properties'>,
  reportDomains: readonly string[] | null,
): readonly string[] | null =>
  properties.demo
    ? []
    : reportDomains === null
      ? null
      : [...new Set([...reportDomains, username.split('@')[1] ?? ''])].filter(Boolean).toSorted()

/** The first address that is not among those domains, nor the account's own. */
export function foreignIn(
  letter: Letter,
  { username }: Pick<User, 'username'>,
  domains: readonly string[] | null,
): string | undefined {
  if (domains === null) return undefined
  return recipientsOf(letter).find(
    (address) => address.toLowerCase() !== username && !domains.includes(address.toLowerCase().split('@').at(-1) ?? ''),
  )
}

/**
 * How a person's typed name becomes the account's (spec 1, section 5): the page shows it, the server decides with it.
 */

/** Trimmed and lower-cased; without an @ the company's domain is appended. Empty stays empty. */
export function loginName(typed: string, domain: string): string {
  const name = typed.trim().toLowerCase()
  return name === '' || name.includes('@') ? name : `${name}@${domain}`
}

/** The pattern browsers use for e-mail fields (HTML, "valid e-mail address"), with at least one dot in the domain. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/** True for an address as the recover page asks for it; give it trimmed and lower-cased. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

/**
 * Rules of a new password (spec 1, section 5). The page highlights the rules that are not met; the server
 * refuses.
 */
export const PASSWORD_MIN_LENGTH = 12
/** Hashing takes the whole password; the limit only bounds the work of one request. */
const PASSWORD_MAX_LENGTH = 128
/**
 * Longest input of a field and a call: a letter with marks may come as four characters, of which one is left when they
 * are composed.
 */
export const PASSWORD_MAX_TYPED = 512

/**
 * The password as it is hashed: the letters composed (NFC, RFC 8265), because one keyboard sends ñ as a letter and
 * another as n with a tilde. Nothing else is changed, neither case nor width.
 */
export const composedPassword = (typed: string): string => typed.normalize('NFC')

/** Characters as a person counts them, in any script. */
const lengthOf = (password: string) => Array.from(composedPassword(password)).length

const SPECIAL = /[@#$%^&*()_+={}\-[\]|/;:"<>,.?çÇñÑ]/

const RULES = {
  length: (password: string) => lengthOf(password) >= PASSWORD_MIN_LENGTH && lengthOf(password) <= PASSWORD_MAX_LENGTH,
  lowerCase: (password: string) => /\p{Ll}/u.test(password),
  upperCase: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => SPECIAL.test(composedPassword(password)),
  noBlanks: (password: string) => !/\s/.test(password),
} as const

export type PasswordRule = keyof typeof RULES

export const PASSWORD_RULES = Object.keys(RULES) as readonly PasswordRule[]

/** The rules that this password breaks, in the order they are shown; none = it may be used. */
export function brokenRules(password: string): PasswordRule[] {
  return PASSWORD_RULES.filter((rule) => !RULES[rule](password))
}

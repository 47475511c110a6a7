/** What a new password must have (spec 1, section 5). The page highlights the rules that are not met; the server refuses. */
export const PASSWORD_MIN_LENGTH = 12
/** Hashing takes the whole password; the limit only bounds the work of one request. */
const PASSWORD_MAX_LENGTH = 128

const SPECIAL = /[@#$%^&*()_+={}\-[\]|/;:"<>,.?çÇñÑ]/

const RULES = {
  length: (password: string) => password.length >= PASSWORD_MIN_LENGTH && password.length <= PASSWORD_MAX_LENGTH,
  lowerCase: (password: string) => /\p{Ll}/u.test(password),
  upperCase: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => SPECIAL.test(password),
  noBlanks: (password: string) => !/\s/.test(password),
} as const

export type PasswordRule = keyof typeof RULES

export const PASSWORD_RULES = Object.keys(RULES) as readonly PasswordRule[]

/** The rules that this password breaks, in the order they are shown; none = it may be used. */
export function brokenRules(password: string): PasswordRule[] {
  return PASSWORD_RULES.filter((rule) => !RULES[rule](password))
}

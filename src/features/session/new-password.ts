/** Requirements of a new password before the button that sets it (spec 1, section 5). */
import { brokenRules, PASSWORD_RULES, type PasswordRule } from '#domain/password'

export interface NewPassword {
  readonly password: string
  readonly repeated: string
  readonly responsible: boolean
}

export interface PasswordCheck {
  /** Every rule with whether it is met, `match` last, in the order they are shown. */
  readonly rules: readonly { readonly rule: PasswordRule | 'match'; readonly met: boolean }[]
  /** Something was typed and is not right: the rules are shown as a warning. */
  readonly warn: boolean
  readonly ready: boolean
}

/**
 * Checks while typing: what is still empty is unmet but no reason to warn, and the repetition is compared once it is
 * begun.
 */
export function checkNewPassword({ password, repeated, responsible }: NewPassword): PasswordCheck {
  const broken = brokenRules(password)
  const matches = password !== '' && password === repeated
  const rules = [
    ...PASSWORD_RULES.map((rule) => ({ rule, met: password !== '' && !broken.includes(rule) })),
    { rule: 'match' as const, met: matches },
  ]
  const warn = (password !== '' && broken.length > 0) || (repeated !== '' && !matches)
  return { rules, warn, ready: broken.length === 0 && matches && responsible }
}

/**
 * Rules of fields, in the spec's words (spec 1, section 5). A rule looks at one value and the rest of
 * the form; it returns a problem, a sentence, or null. Sentences are made by `problemText`, in the
 * reader's language.
 */

export type Problem =
  | { readonly code: 'mandatory' }
  | { readonly code: 'tooShort'; readonly count: number }
  | { readonly code: 'tooLong'; readonly count: number }
  | { readonly code: 'taken' }
  | { readonly code: 'invalid'; readonly field: string }

export type Rule<V, T> = (value: V, values: T) => Problem | string | null

/** Rules of each field, the first refusal counts. */
export type Rules<T> = { readonly [K in keyof T]?: Rule<T[K], T> | readonly Rule<T[K], T>[] }

/** Characters as people count them, one for an emoji. */
const charactersOf = (value: string | null) => Array.from((value ?? '').trim()).length

const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** "Field is mandatory": text of spaces only, an empty list, null, and a box not ticked are nothing. */
export const mandatory = (value: unknown): Problem | null => (isBlank(value) ? { code: 'mandatory' } : null)

/** "At least 3 characters are needed", counted without the spaces around. Nothing at all is left to `mandatory`. */
export const atLeast =
  (count: number) =>
  (value: string | null): Problem | null => {
    const length = charactersOf(value)
    return length > 0 && length < count ? { code: 'tooShort', count } : null
  }

export const atMost =
  (count: number) =>
  (value: string | null): Problem | null =>
    charactersOf(value) > count ? { code: 'tooLong', count } : null

/** Names that differ in case or in the spaces around them are the same name. */
const plain = (name: string) => name.trim().normalize('NFC').toLowerCase()

/** "This name already exists". */
export const notAmong = (taken: Iterable<string>) => {
  const names = new Set([...taken].map(plain))
  return (value: string | null): Problem | null => (names.has(plain(value ?? '')) ? { code: 'taken' } : null)
}

/** "the field {0} is invalid": text that is there and does not match. */
export const matches =
  (pattern: RegExp, field: string) =>
  (value: string | null): Problem | null =>
    value !== null && value.trim() !== '' && !pattern.test(value.trim()) ? { code: 'invalid', field } : null

/** Names are at least 3 characters long (spec 1, section 9). */
const NAME_MIN = 3
/** A name that may be left out. */
export const ifNamed = atLeast(NAME_MIN)
export const nameRules = [mandatory, ifNamed] as const

export type Problems<T> = { readonly [K in keyof T]?: Problem | string }

const listOf = <V, T>(own: Rule<V, T> | readonly Rule<V, T>[] | undefined): readonly Rule<V, T>[] =>
  own === undefined ? [] : typeof own === 'function' ? [own] : own

/** The first refusal of every field; an empty record when all is well. */
export function check<T extends object>(values: T, rules: Rules<T>): Problems<T> {
  const found: { [K in keyof T]?: Problem | string } = {}
  for (const key of Object.keys(rules) as (keyof T)[]) {
    for (const rule of listOf(rules[key])) {
      const problem = rule(values[key], values)
      if (problem === null) continue
      found[key] = problem
      break
    }
  }
  return found
}

/** The problem of a name without a form around it, as a sentence; null when it is valid. */
export function nameProblem(name: string, t: Parameters<typeof problemText>[1]): string | null {
  const { name: problem } = check({ name }, { name: nameRules })
  return problem === undefined ? null : problemText(problem, t)
}

/** The sentence of a problem. */
export function problemText(
  problem: Problem | string,
  t: (key: string, params?: Record<string, string | number>) => string,
): string {
  if (typeof problem === 'string') return problem
  switch (problem.code) {
    case 'mandatory':
      return t('ui.field.mandatory')
    case 'tooShort':
      return t('ui.field.tooShort', { count: problem.count })
    case 'tooLong':
      return t('ui.field.tooLong', { count: problem.count })
    case 'taken':
      return t('ui.field.taken')
    case 'invalid':
      return t('ui.field.invalid', { field: problem.field })
  }
}

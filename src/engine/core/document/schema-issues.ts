/**
 * Errors of ajv as one issue per mistake: no branch noise, a name for the found value, and a fix where one is near.
 */
import type { GuardError } from '#schemas/guard.ts'
import type { Issue } from '../../types.ts'
import { issue, type IssueCode } from './issue.ts'
import { at, isRecord, join } from './pointer.ts'
import { suggest } from './suggest.ts'

/** Codes by what went wrong; the options of widgets have their own, so that the card can say "option". */
export interface Codes {
  readonly unknown: IssueCode
  readonly missing: IssueCode
  readonly type: IssueCode
  readonly value: IssueCode
  readonly range: IssueCode
  readonly other: IssueCode
}

export const LAYOUT_CODES: Codes = {
  unknown: 'LAYOUT_UNKNOWN_KEY',
  missing: 'LAYOUT_MISSING_KEY',
  type: 'LAYOUT_WRONG_TYPE',
  value: 'LAYOUT_NOT_ALLOWED',
  range: 'LAYOUT_OUT_OF_RANGE',
  other: 'LAYOUT_INVALID',
}
export const OPTION_CODES: Codes = {
  unknown: 'WIDGET_OPTION_UNKNOWN',
  missing: 'WIDGET_OPTION_MISSING',
  type: 'WIDGET_OPTION_TYPE',
  value: 'WIDGET_OPTION_VALUE',
  range: 'WIDGET_OPTION_RANGE',
  other: 'WIDGET_OPTION_INVALID',
}

/**
 * Issues of a failed guard.
 * @param root the value that was checked, and `base` its pointer in the document
 * @param known keys offered as "did you mean" for an unknown key at a pointer of the value
 */
export function schemaIssues(
  errors: readonly GuardError[],
  root: unknown,
  base: string,
  codes: Codes,
  known: (pointer: string) => readonly string[],
): Issue[] {
  const found: Issue[] = []
  const places = new Set<string>()
  for (const error of withoutBranches(errors)) {
    const made = one(error, root, base, codes, known)
    if (made === undefined || places.has(made.pointer)) continue
    places.add(made.pointer)
    found.push(made)
  }
  return found
}

/** `anyOf` reports every branch. Keep the branch that fits the kind of value, else say once that none does. */
function withoutBranches(errors: readonly GuardError[]): GuardError[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  let rest = errors.filter(({ keyword }) => keyword !== 'if')
  for (const union of unions) {
    const mine = (error: GuardError) => error !== union && inside(error, union)
    const wrongKind = new Set(
      rest
        .filter((error) => mine(error) && error.keyword === 'type' && error.instancePath === union.instancePath)
        .map(branch(union)),
    )
    const fitting = rest.filter((error) => mine(error) && !wrongKind.has(branch(union)(error)))
    rest = rest.filter((error) => !mine(error) || fitting.includes(error))
    if (fitting.length > 0) rest = rest.filter((error) => error !== union)
  }
  return rest
}

/** An error of a union lies at its value or below it, and was reported before it. */
const inside = (error: GuardError, union: GuardError) =>
  error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`)

const branch = (union: GuardError) => (error: GuardError) =>
  error.schemaPath.startsWith(union.schemaPath)
    ? (error.schemaPath.slice(union.schemaPath.length).split('/')[1] ?? '')
    : error.schemaPath.split('/').slice(0, 3).join('/')

function one(
  error: GuardError,
  root: unknown,
  base: string,
  codes: Codes,
  known: (pointer: string) => readonly string[],
): Issue | undefined {
  const pointer = base + error.instancePath
  const value = at(root, error.instancePath)
  const params = error.params
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty)
      const meant = suggest(
        key,
        known(error.instancePath).filter((name) => !isRecord(value) || !Object.hasOwn(value, name)),
      )
      return issue(
        codes.unknown,
        pointer + join(key),
        { key },
        {
          fix:
            meant === undefined
              ? [{ op: 'remove', path: pointer + join(key) }]
              : [{ op: 'move', from: pointer + join(key), path: pointer + join(meant) }],
        },
      )
    }
    case 'propertyNames':
      return issue('LAYOUT_BAD_ID', pointer + join(String(params.propertyName)), { key: String(params.propertyName) })
    case 'required':
      return issue(codes.missing, pointer + join(String(params.missingProperty)), {
        key: String(params.missingProperty),
      })
    case 'type':
      return issue(codes.type, pointer, { actual: kindOf(value), expected: [params.type].flat().join(' or ') })
    case 'enum': {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues : []
      const meant =
        typeof value === 'string'
          ? suggest(
              value,
              allowed.filter((item) => typeof item === 'string'),
            )
          : undefined
      return issue(
        codes.value,
        pointer,
        { value: shown(value), expected: allowed.map(shown).join(', ') },
        meant === undefined ? {} : { fix: [{ op: 'replace', path: pointer, value: meant }] },
      )
    }
    case 'const':
      return issue(codes.value, pointer, { value: shown(value), expected: shown(params.allowedValue) })
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
    case 'uniqueItems':
    case 'multipleOf':
      return issue(codes.range, pointer, {
        value: Array.isArray(value) || isRecord(value) ? kindOf(value) : shown(value),
        rule: error.message ?? 'is out of range',
      })
    case 'pattern':
      // ajv reports a bad key twice: here by its pattern, and as propertyNames, which names it.
      if ('propertyName' in error) return undefined
      return issue(codes.other, pointer, { reason: `${shown(value)} ${error.message ?? 'has the wrong form'}` })
    case 'anyOf':
    case 'oneOf':
      return issue(codes.type, pointer, { actual: kindOf(value), expected: 'another form' })
    default:
      return issue(codes.other, pointer, { reason: `${shown(value)} ${error.message ?? error.keyword}` })
  }
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

/** A word for what was found, in messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'an object'
  if (value === undefined) return 'nothing'
  return (
    `${typeof value === 'number' ? 'the number' : typeof value === 'string' ? 'the text' : 'the value'} ` + shown(value)
  )
}

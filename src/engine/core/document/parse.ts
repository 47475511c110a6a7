/**
 * Text to value, with the place of every part. Strict JSON: what `JSON.parse` refuses is refused here, and so are
 * duplicate keys, keys that reach into the language, and documents beyond the limits. Never throws; time and memory are
 * linear.
 */
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Issue } from '../../types.ts'
import { MAX_BYTES, MAX_DEPTH, MAX_ISSUES, MAX_NODES, MAX_VALUES } from './constants.ts'
import { issue } from './issue.ts'
import { placesOf, quoteAfter, type Place } from './places.ts'
import { isRecord, join } from './pointer.ts'

export type Range = NonNullable<Issue['range']>

export interface Parsed {
  readonly text: string
  /** Undefined when the text is no document. */
  readonly value: unknown
  readonly issues: readonly Issue[]
  /**
   * Where to point for a JSON pointer: the key of an object or list, else the value. The nearest parent when it is not
   * there.
   */
  readonly rangeOf: (pointer: string) => Range
}

const REFUSED = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads a document from its text. */
export function parseText(text: string): Parsed {
  const lines = lineStarts(text)
  const range = (from: number, length: number) => toRange(lines, from, Math.min(text.length, from + length))
  const fail = (...issues: Issue[]): Parsed => ({ text, value: undefined, issues, rangeOf: () => range(0, 0) })

  // A letter has three bytes at most: a text that is short enough is not counted.
  const bytes = text.length * 3 <= MAX_BYTES ? 0 : new TextEncoder().encode(text).length
  if (bytes > MAX_BYTES) return fail(issue('LAYOUT_TOO_LARGE', '', { bytes, max: MAX_BYTES }))
  const scan = measure(text)
  if (scan.depth > MAX_DEPTH)
    return fail({ ...issue('LAYOUT_TOO_DEEP', '', { max: MAX_DEPTH }), range: range(scan.deepest, 1) })
  if (scan.nodes > MAX_NODES) return fail(issue('LAYOUT_TOO_MANY_NODES', '', { max: MAX_NODES }))
  if (scan.values > MAX_VALUES) return fail(issue('LAYOUT_TOO_MANY_VALUES', '', { max: MAX_VALUES }))

  // Places are computed only for a document with findings.
  let places: ((pointer: string) => Place) | undefined
  const rangeOf = (pointer: string) => {
    const { from, length } = (places ??= placesOf(text))(pointer)
    return range(from, length)
  }
  // The language reads faster than any parser, and forgives only what is counted here: keys written twice, and those it
  // would take for its own.
  const quick = parsed(text)
  if (quick !== undefined && keysIn(quick) === scan.keys) return { text, value: quick, issues: [], rangeOf }

  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  if (errors.length > 0 || tree === undefined) {
    // One slip makes the parser complain several times at the same place.
    const found = [...new Map(errors.toReversed().map((error) => [error.offset, error])).values()]
      .reverse()
      .slice(0, 20)
      .map((error) => syntaxIssue(text, error, range))
    return fail(
      ...(found.length > 0
        ? found
        : [{ ...issue('LAYOUT_SYNTAX', '', { what: 'there is nothing', line: 1, column: 1 }), range: range(0, 0) }]),
    )
  }

  const issues: Issue[] = []
  const value = build(tree, () => '', issues, range)
  return { text, value: issues.length === 0 ? value : undefined, issues, rangeOf }
}

/** The value of `JSON.parse`; undefined when it throws. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keys of all objects in a value; not a number where one of them is refused. */
function keysIn(value: unknown): number {
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += keysIn(item)
  else if (isRecord(value))
    for (const key of Object.keys(value)) count += REFUSED.has(key) ? Number.NaN : 1 + keysIn(value[key])
  return count
}

/** Depth, number of objects and lists, of members and of keys, in one pass that no nesting can overflow. */
function measure(text: string): { depth: number; deepest: number; nodes: number; values: number; keys: number } {
  let depth = 0,
    most = 0,
    deepest = 0,
    nodes = 0,
    values = 0,
    keys = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x22) {
      i = quoteAfter(text, i)
    } else if (c === 0x7b || c === 0x5b) {
      nodes++
      if (++depth > most) [most, deepest] = [depth, i]
    } else if (c === 0x7d || c === 0x5d) depth--
    else if (c === 0x2c) values++
    else if (c === 0x3a) keys++
  }
  return { depth: most, deepest, nodes, values, keys }
}

function build(
  node: Node,
  pointer: () => string,
  issues: Issue[],
  range: (from: number, length: number) => Range,
): unknown {
  if (node.type === 'array')
    return (node.children ?? []).map((child, i) => build(child, () => pointer() + join(i), issues, range))
  if (node.type !== 'object') return node.value

  const entries: [string, unknown][] = []
  const seen = new Set<string>()
  for (const property of node.children ?? []) {
    const [name, child] = property.children ?? []
    if (name === undefined || child === undefined) continue
    const id = String(name.value)
    const report = (code: 'LAYOUT_KEY_RESERVED' | 'LAYOUT_DUPLICATE_KEY') => {
      if (issues.length < MAX_ISSUES)
        issues.push({ ...issue(code, pointer() + join(id), { key: id }), range: range(name.offset, name.length) })
    }
    if (REFUSED.has(id)) {
      report('LAYOUT_KEY_RESERVED')
      continue
    }
    if (seen.has(id)) report('LAYOUT_DUPLICATE_KEY')
    seen.add(id)
    entries.push([id, build(child, () => pointer() + join(id), issues, range)])
  }
  return Object.fromEntries(entries)
}

const CLOSING = /[}\]]/

function syntaxIssue(text: string, error: ParseError, range: (from: number, length: number) => Range): Issue {
  const where = range(error.offset, Math.max(1, error.length))
  const name = printParseErrorCode(error.error)
  if (name === 'InvalidCommentToken') return { ...issue('LAYOUT_COMMENT', ''), range: where }
  const before = text.slice(Math.max(0, error.offset - 200), error.offset).trimEnd()
  const expected = name === 'PropertyNameExpected' || name === 'ValueExpected'
  if (expected && before.endsWith(',') && CLOSING.test(text.charAt(error.offset)))
    return { ...issue('LAYOUT_TRAILING_COMMA', ''), range: where }
  return { ...issue('LAYOUT_SYNTAX', '', { what: words(name), line: where.line, column: where.column }), range: where }
}

/** `CommaExpected` -> `comma expected`. */
const words = (name: string) =>
  name
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return starts
}

/** Line and column count from 1, as editors do. */
function toRange(starts: readonly number[], from: number, to: number): Range {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= from) low = middle
    else high = middle - 1
  }
  return { from, to, line: low + 1, column: from - (starts[low] ?? 0) + 1 }
}

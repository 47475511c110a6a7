/** The names of tests, read from the syntax tree: other text of a file is no test. */
import { parseSync, Visitor } from 'oxc-parser'

const TESTS = new Set(['test', 'it', 'describe'])

interface Called {
  readonly name?: string
  readonly object?: Called
  readonly callee?: Called
}

/** `test`, `test.each(…)`, `describe.skipIf(…)`: the name that the chain begins with. */
const calledName = ({ name, object, callee }: Called): string | undefined =>
  name ?? (object && calledName(object)) ?? (callee && calledName(callee))

/** Names of tests and of what surrounds them; those of templates as they are written. */
export function testNames(file: string, text: string): string[] {
  const found: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!TESTS.has(calledName(callee as Called) ?? '')) return
      if (first?.type === 'Literal' && typeof first.value === 'string') found.push(first.value)
      if (first?.type === 'TemplateLiteral') found.push(text.slice(first.start + 1, first.end - 1))
    },
  }).visit(parseSync(file, text).program)
  return found
}

/** First words of the rows of tables: what `test.each(rows)('%s', …)` names its tests by. */
function caseNames(file: string, text: string): string[] {
  const found: string[] = []
  new Visitor({
    ArrayExpression: ({ elements: [first] }) => {
      if (first?.type === 'Literal' && typeof first.value === 'string') found.push(first.value)
    },
  }).visit(parseSync(file, text).program)
  return found
}

const known = new Map<string, ReadonlySet<string>>()

/** Whether a file has a test of this name, `a › b` for `b` within `a`; a case of a table by its first words. */
export function hasTest(file: string, text: string, name: string): boolean {
  const names = known.get(text) ?? new Set(testNames(file, text))
  known.set(text, names)
  const parts = name.split(' › ')
  return (
    parts.every((part) => names.has(part)) ||
    names.has(name) ||
    (parts.length === 1 && names.has('%s') && caseNames(file, text).includes(name))
  )
}

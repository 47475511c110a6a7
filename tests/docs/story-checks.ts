/**
 * Which stories of a file check something, read from its syntax tree: they have a `play` of their own, from what they
 * spread, or from the function that makes them. A `play` from another file cannot be seen here and counts as checked.
 */
import { parseSync } from 'oxc-parser'

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? value.value) : '')

/** The names declared at the top of a file, with what they are, and which of them are exported. */
function declared(program: Node): { readonly values: ReadonlyMap<string, Node>; readonly exported: readonly string[] } {
  const values = new Map<string, Node>()
  const exported: string[] = []
  for (const statement of list(program.body)) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declaration = isExport ? statement.declaration : statement
    if (!isNode(declaration)) continue
    const entries =
      declaration.type === 'VariableDeclaration'
        ? list(declaration.declarations).map(({ id, init }) => [nameOf(id), init] as const)
        : declaration.type === 'FunctionDeclaration'
          ? [[nameOf(declaration.id), declaration] as const]
          : []
    for (const [name, value] of entries) {
      if (isNode(value)) values.set(name, value)
      if (isExport) exported.push(name)
    }
  }
  return { values, exported }
}

/** The result of a function: the expression of an arrow, or what its block returns. */
function answerOf({ body }: Node): Node | undefined {
  if (!isNode(body) || body.type !== 'BlockStatement') return isNode(body) ? body : undefined
  const returned = list(body.body).find(({ type }) => type === 'ReturnStatement')?.argument
  return isNode(returned) ? returned : undefined
}

function hasPlay(node: unknown, values: ReadonlyMap<string, Node>): boolean {
  if (!isNode(node)) return false
  switch (node.type) {
    case 'ObjectExpression':
      return list(node.properties).some((property) =>
        property.type === 'SpreadElement' ? hasPlay(property.argument, values) : nameOf(property.key) === 'play',
      )
    case 'CallExpression':
      return hasPlay(node.callee, values)
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      return hasPlay(answerOf(node), values)
    case 'Identifier': {
      const value = values.get(nameOf(node))
      return value === undefined || hasPlay(value, values)
    }
    case 'MemberExpression':
      return true
    default:
      return (
        ['TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression'].includes(String(node.type)) &&
        hasPlay(node.expression, values)
      )
  }
}

/** The stories of a file that nothing is checked of but that they can be drawn. */
export function uncheckedStories(file: string, text: string): string[] {
  const { values, exported } = declared(parseSync(file, text).program as unknown as Node)
  return exported.filter((name) => !hasPlay(values.get(name), values))
}

/** The stories of a file. */
export const storyNames = (file: string, text: string): readonly string[] =>
  declared(parseSync(file, text).program as unknown as Node).exported

/**
 * Which error and finding codes a source text can produce, read from its syntax tree. A code is text in capitals in one
 * of these places:
 *
 * - among the first two arguments of `new …Error(`, and the first of `issue(` and `near(`
 * - the value of `code` or `reason`: property, class field or JSX attribute
 * - a key of the tables `ERRORS` and `CATALOGUE`, an item of a list `…_REASONS`, a member of a type `…Code` or
 *   `…Reason`
 * - the beginning of a sentence: `WIDGET_NAME_TAKEN: …`
 *
 * A code that is put together at run time (`HTTP_${status}`) is its beginning and an ellipsis: `HTTP_…`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

type Node = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const CODE = /^[A-Z][A-Z0-9]{3,}(_[A-Z0-9]+)*$|^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/
const BEGINNING = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*_$/
const SENTENCE = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+): /
const MAKERS = new Set(['issue', 'near'])
const FIELDS = new Set(['code', 'reason'])
const TABLES = new Set(['ERRORS', 'CATALOGUE'])
const LISTS = /_REASONS$/
const UNIONS = /(Code|Reason)$/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const children = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (isNode(value) ? [value] : list(value)))
const nameOf = (node: unknown): string => (isNode(node) ? textOf(node.name ?? node.value) : '')

/** The expression inside `as const` and `satisfies`. */
const bare = (node: unknown): Node | undefined =>
  !isNode(node)
    ? undefined
    : node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
      ? bare(node.expression)
      : node

/** Texts that an expression can be: its own, those of both branches, and the fixed beginning of a template. */
function textsOf(value: unknown): string[] {
  const node = bare(value)
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral': {
      const first = headOf(node)
      return list(node.expressions).length === 0 ? [first] : BEGINNING.test(first) ? [`${first}…`] : []
    }
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'JSXExpressionContainer':
      return textsOf(node.expression)
    case 'TSUnionType':
      return list(node.types).flatMap(textsOf)
    case 'TSLiteralType':
      return textsOf(node.literal)
    default:
      return []
  }
}

const headOf = (template: Node): string =>
  textOf((list(template.quasis)[0]?.value as { cooked?: unknown } | undefined)?.cooked)

/** Texts that are where a code is meant, if they are codes at all. */
function placesOf(node: Node): string[] {
  switch (node.type) {
    case 'NewExpression':
      return nameOf(node.callee).endsWith('Error') ? list(node.arguments).slice(0, 2).flatMap(textsOf) : []
    case 'CallExpression':
      return MAKERS.has(nameOf(node.callee)) ? list(node.arguments).slice(0, 1).flatMap(textsOf) : []
    case 'Property':
    case 'PropertyDefinition':
      return FIELDS.has(nameOf(node.key)) ? textsOf(node.value) : []
    case 'JSXAttribute':
      return FIELDS.has(nameOf(node.name)) ? textsOf(node.value) : []
    case 'TSTypeAliasDeclaration':
      return UNIONS.test(nameOf(node.id)) ? textsOf(node.typeAnnotation) : []
    case 'VariableDeclarator': {
      const [name, value] = [nameOf(node.id), bare(node.init)]
      if (TABLES.has(name) && value?.type === 'ObjectExpression')
        return list(value.properties).map(({ key }) => nameOf(key))
      return LISTS.test(name) && value?.type === 'ArrayExpression' ? list(value.elements).flatMap(textsOf) : []
    }
    default:
      return []
  }
}

const sentenceOf = (node: Node): string | undefined =>
  SENTENCE.exec(
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? headOf(node)
        : '',
  )?.[1]

/** The codes of one source text, each once. */
export function codesOf(file: string, text: string): Set<string> {
  const found = new Set<string>()
  const visit = (node: Node) => {
    for (const one of placesOf(node)) if (CODE.test(one) || one.endsWith('_…')) found.add(one)
    const begun = sentenceOf(node)
    if (begun !== undefined) found.add(begun)
    children(node).forEach(visit)
  }
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} could not be read: ${errors[0]?.message ?? ''}`)
  visit(program as unknown as Node)
  return found
}

const FOLDERS = ['server', 'src', 'widgets', 'workers', 'scripts']
/** Tests, stories and what sets their stage say codes of their own making. */
const STAGE = /\.test\.tsx?$|stories\.tsx$|\/(generated|test-support|testing|node_modules)\//

/** Code -> files that can produce it. Paths are relative to the repository, with `/`. */
export function codesOfProduct(root: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${name.replaceAll('\\', '/')}`
      if (!/\.tsx?$/.test(file) || STAGE.test(file)) continue
      for (const code of codesOf(file, readFileSync(join(root, file), 'utf8')))
        found.set(code, [...(found.get(code) ?? []), file])
    }
  }
  return found
}

export interface Row {
  readonly code: string
  readonly where: string
  readonly meaning: string
  readonly todo: string
}

/** The rows of the tables whose first cell is a code. */
export const rowsOf = (page: string): Row[] =>
  page.split('\n').flatMap((line) => {
    const [code, where = '', meaning = '', todo = ''] = /^\| `[A-Z]/.test(line)
      ? line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim())
      : []
    return code === undefined ? [] : [{ code: code.replaceAll('`', ''), where, meaning, todo }]
  })

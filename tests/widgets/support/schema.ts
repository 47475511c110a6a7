/**
 * Missing parts of a widget's options schema: it feeds the validator, the form, the editor's completion, the types and
 * the docs.
 */
interface Node {
  [key: string]: unknown
  type?: string | string[]
  properties?: Record<string, Node>
  items?: Node
}

const open = (node: Node): boolean => node.type === 'object' && node.additionalProperties !== false

export function schemaProblems(schema: unknown): string[] {
  const root = schema as Node
  return [
    ...(root.$schema === 'http://json-schema.org/draft-07/schema#' ? [] : ['it does not name draft-07']),
    ...(typeof root.description === 'string' ? [] : ['it has no description']),
    ...(root.type === 'object' ? [] : ['its options are no object']),
    ...objects(root, '#')
      .filter(([, node]) => open(node))
      .map(([path]) => `${path} takes unknown properties`),
    ...Object.entries(root.properties ?? {}).flatMap(([id, option]) => [
      ...('default' in option ? [] : [`${id} has no default`]),
      ...(typeof option.description === 'string' && option.description.length > 8 ? [] : [`${id} has no description`]),
      ...(typeof (option['x-ui'] as Node | undefined)?.control === 'string' ? [] : [`${id} has no x-ui control`]),
    ]),
  ]
}

/** Every object in a schema, with its path. */
function objects(node: Node, path: string): [string, Node][] {
  const inside = [...Object.entries(node.properties ?? {}), ...(node.items ? [['items', node.items] as const] : [])]
  return [
    ...(node.type === 'object' ? [[path, node] as [string, Node]] : []),
    ...inside.flatMap(([key, child]) => objects(child, `${path}/${key}`)),
  ]
}

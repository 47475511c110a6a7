/**
 * References between schema files. They are written relative to the file that holds them, so that editors follow them, and lead to whole files:
 * a part that two schemas share is a file of its own.
 */

/**
 * The schema with every reference to another file turned into something else, `{ description, $ref }` into `{ description, ...turn(target) }`.
 * `file` is the schema's own path, and the target a path from the same root: `entities/report.schema.json`, `api/report-what.schema.json`.
 * References within the file (`#/definitions/…`) stay.
 */
export function turnRefs(node: unknown, file: string, turn: (target: string) => object): unknown {
  if (Array.isArray(node)) return node.map((item) => turnRefs(item, file, turn))
  if (typeof node !== 'object' || node === null) return node
  const turned = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, turnRefs(value, file, turn)]))
  const { $ref } = turned
  if (typeof $ref !== 'string' || $ref.startsWith('#')) return turned
  delete turned.$ref
  return { ...turned, ...turn(targetOf($ref, file)) }
}

const targetOf = (ref: string, file: string) => {
  const { pathname, hash } = new URL(ref, `file:///${file}`)
  return `${pathname.slice(1)}${hash}`
}

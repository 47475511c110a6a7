/**
 * References between schema files. They are written relative to the file that holds them, so that editors follow them,
 * and lead to whole files: a part that two schemas share is a file of its own.
 */

/**
 * The schema with every reference to another file turned into something else, `{ $ref, description }` into `{
 * ...turn(target), description }`. `file` is the schema's own path, and the target a path from the same root:
 * `entities/report.schema.json`, `api/report-what.schema.json`. References within the file (`#/definitions/…`) stay.
 */
export function turnRefs(node: unknown, file: string, turn: (target: string) => object): unknown {
  if (Array.isArray(node)) return node.map((item) => turnRefs(item, file, turn))
  if (typeof node !== 'object' || node === null) return node
  const turned = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, turnRefs(value, file, turn)]))
  const { $ref } = turned
  if (typeof $ref !== 'string' || $ref.startsWith('#')) return turned
  delete turned.$ref
  return { ...turn(targetOf($ref, file)), ...turned }
}

const targetOf = (ref: string, file: string) => {
  const { pathname, hash } = new URL(ref, `file:///${file}`)
  return `${pathname.slice(1)}${hash}`
}

/**
 * The schema whole, for those who read it as it is: what a reference leads to stands in its place, under the words
 * beside the reference. Throws where `schemaOf` knows no such file.
 */
export function withoutRefs(schema: unknown, file: string, schemaOf: (target: string) => object | undefined): unknown {
  return turnRefs(schema, file, (target) => {
    const found = schemaOf(target)
    if (found === undefined) throw new Error(`${file} refers to ${target}, which is not there.`)
    const {
      $schema: _draft,
      title: _title,
      ...shared
    } = withoutRefs(found, target, schemaOf) as Record<string, unknown>
    return shared
  })
}

/**
 * References between schema files. They are written relative to the file that holds them, so that editors follow them,
 * and lead to whole files: a part that two schemas share is a separate file.
 */

/**
 * Maps every reference to another file: `{ $ref, description }` becomes `{ ...map(target), description }`. `file` is
 * the schema's own path, and the target a path from the same root: `entities/report.schema.json`. References within the
 * file (`#/definitions/…`) stay.
 */
export function mapRefs(node: unknown, file: string, map: (target: string) => object): unknown {
  if (Array.isArray(node)) return node.map((item) => mapRefs(item, file, map))
  if (typeof node !== 'object' || node === null) return node
  const mapped = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mapRefs(value, file, map)]))
  const { $ref } = mapped
  if (typeof $ref !== 'string' || $ref.startsWith('#')) return mapped
  delete mapped.$ref
  return { ...map(targetOf($ref, file)), ...mapped }
}

const targetOf = (ref: string, file: string) => {
  const { pathname, hash } = new URL(ref, `file:///${file}`)
  return `${pathname.slice(1)}${hash}`
}

/**
 * Inlines every reference; the keywords beside it override those of its target. A list of choices that is made of
 * others (`anyOf`) becomes one `enum`. Throws when `schemaOf` does not know a file.
 */
export function dereference(schema: unknown, file: string, schemaOf: (target: string) => object | undefined): unknown {
  const inlined = mapRefs(schema, file, (target) => {
    const found = schemaOf(target)
    if (found === undefined) throw new Error(`${file} refers to ${target}, which is not there.`)
    const {
      $schema: _draft,
      title: _title,
      ...shared
    } = dereference(found, target, schemaOf) as Record<string, unknown>
    return shared
  })
  return joinChoices(inlined)
}

/** Readers of a schema (form, guard, reference) then need to know `enum` only. */
export function joinChoices(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(joinChoices)
  if (typeof node !== 'object' || node === null) return node
  const { anyOf, ...rest } = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, joinChoices(value)]))
  if (anyOf === undefined) return rest
  const lists = Array.isArray(anyOf) ? anyOf.map(choicesOf) : [undefined]
  return lists.includes(undefined) ? { ...rest, anyOf } : { ...rest, enum: [...new Set(lists.flat())] }
}

const choicesOf = (schema: { enum?: readonly unknown[]; const?: unknown }): readonly unknown[] | undefined =>
  schema.enum ?? ('const' in schema ? [schema.const] : undefined)

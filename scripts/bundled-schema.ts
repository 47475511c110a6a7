/** The schema of documents in one file. */
import { type NamedSchema, type SchemaParts, schemasOf } from '../src/features/editor/json/schema.ts'
import type { JsonSchema } from '../src/engine/core/document/option-fields.ts'

/** `aforo://schemas/options/gauge.schema.json` is kept as `options.gauge`. */
const nameOf = (uri: string) =>
  new URL(uri).pathname
    .replace(/^\//, '')
    .replace(/\.schema\.json$/, '')
    .replaceAll('/', '.')

/** The same as one schema that needs no other file: what an editor on a desk reads. */
export function bundledSchema(parts: SchemaParts): JsonSchema {
  const [whole, ...others] = schemasOf(parts) as [NamedSchema, ...NamedSchema[]]
  const places = new Map(others.map(({ uri }) => [uri, nameOf(uri)]))
  const rooted = (node: unknown, root: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => rooted(item, root))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (key !== '$ref' || typeof value !== 'string') return [key, rooted(value, root)]
        const [file = '', part = ''] = value.split('#')
        const place = file === '' ? root : `#/definitions/${places.get(file) ?? ''}`
        return [key, part === '' ? place : `${place}${part}`]
      }),
    )
  }
  const own = rooted(whole.schema, '#') as JsonSchema & { definitions: object }
  const beside = others.map(({ uri, schema }) => {
    const { $schema: _draft, ...rest } = schema as Record<string, unknown>
    const place = places.get(uri) ?? ''
    return [place, rooted(rest, `#/definitions/${place}`)] as const
  })
  return { ...own, definitions: { ...own.definitions, ...Object.fromEntries(beside) } }
}

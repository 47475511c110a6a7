/**
 * Makes types and standalone guards of JSON Schemas. What a schema takes from another file by `$ref` its types and its
 * guard import from what that file became: each shape is written once, and a guard brings along only the guards it
 * calls.
 */
import { basename, dirname, join, relative } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import standalone from 'ajv/dist/standalone/index.js'
import { compile } from 'json-schema-to-typescript'
import { joinChoices, mapRefs } from '../schemas/refs.ts'

export interface SchemaFile {
  /** Path from the root of the project, with `/`. */
  readonly file: string
  readonly schema: object
  /** Of the type; the guard is `is<name>`. */
  readonly name: string
  /** Where the types and the guard go. */
  readonly types: string
  readonly guard: string
  /** The schema files it refers to. */
  readonly refs: readonly SchemaFile[]
}

const pascal = (text: string) => text.replace(/(^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_m, _s, c: string) => c.toUpperCase())

/**
 * The schemas by path, in order, with what each refers to. Throws SCHEMAS_REF where a reference leads to none of them
 * or back to itself.
 */
export function schemaFiles(schemas: ReadonlyMap<string, object>): SchemaFile[] {
  const done = new Map<string, SchemaFile>()
  const take = (file: string, schema: object, via: readonly string[]): SchemaFile => {
    const known = done.get(file)
    if (known !== undefined) return known
    if (via.includes(file))
      throw new Error(
        `SCHEMAS_REF: ${[...via.slice(via.indexOf(file)), file].join(' → ')} goes round in a circle; expected ` +
          'references that end.',
      )
    const refs = new Set<SchemaFile>()
    mapRefs(schema, file, (target) => {
      const other = schemas.get(target)
      if (other === undefined)
        throw new Error(`SCHEMAS_REF: ${file} refers to ${target}; expected a whole schema file that is there.`)
      refs.add(take(target, other, [...via, file]))
      return {}
    })
    const source = {
      file,
      schema,
      ...namesOf(file, schema),
      refs: [...refs].sort((a, b) => a.name.localeCompare(b.name)),
    }
    done.set(file, source)
    return source
  }
  return [...schemas].map(([file, schema]) => take(file, schema, [])).sort((a, b) => a.file.localeCompare(b.file))
}

function namesOf(file: string, schema: { title?: unknown }): Pick<SchemaFile, 'name' | 'types' | 'guard'> {
  const widget = file.startsWith('widgets/')
  const stem = basename(file, '.schema.json')
  const place = widget
    ? join(dirname(file), 'generated', stem)
    : join('schemas/generated', relative('schemas', dirname(file)), stem)
  const name =
    typeof schema.title === 'string'
      ? pascal(schema.title)
      : widget
        ? `${pascal(basename(dirname(file)))}Options`
        : pascal(stem)
  return { name, types: `${place}.ts`, guard: `${place}.guard.js` }
}

const ajvOptions = {
  allErrors: true,
  discriminator: true,
  useDefaults: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
  code: { source: true, esm: true, lines: true },
} as const

/**
 * Input of people, sensors and files has a guard: documents, steps, options, frames, readings, settings of imports.
 * Requests and answers of our own server have none: it checks and writes both by their schemas, and the page is of one
 * build with it (`server/plugins/page-build.ts`).
 */
const FROM_OUTSIDE =
  /^(widgets\/|schemas\/(?!api\/|entities\/)|schemas\/api\/ingest-reading|schemas\/entities\/import-settings\.)/

/** With those that they refer to. */
export function guarded(files: readonly SchemaFile[]): ReadonlySet<SchemaFile> {
  const found = new Set<SchemaFile>()
  const take = (file: SchemaFile): void => {
    found.add(file)
    file.refs.forEach(take)
  }
  files.filter(({ file }) => FROM_OUTSIDE.test(file)).forEach(take)
  return found
}

/** A part of data is right or it is not: their guards are a third smaller without a list of reasons. */
const isPart = (file: string) => /^schemas\/(api|entities|data)\//.test(file)

/**
 * What is wrong with a shape is not asked where it is one that others refer to: without the reasons a guard is half as
 * large, and no longer holds its schema. Data say it where they are read.
 */
const isSilent = (file: string) => /^schemas\/(api|entities)\//.test(file)

/** ajv counts by the reasons it found, so each leaves a mark; one that ajv writes in several lines stays. */
const withoutReasons = (code: string) =>
  code.replaceAll(/^(validate\d+\.errors = \[|const err\d+ = )\{instancePath.*\}(\]?;)$/gm, '$10$2')

const idOf = (file: string) => `file:///${file}`
const importPath = (from: string, to: string) => {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/**
 * A single value, such as one of a few words, is checked on the spot: a call, and perhaps a file to fetch, cost more
 * than the check.
 */
const isValue = ({ schema, refs }: SchemaFile): boolean =>
  refs.every(isValue) &&
  !('properties' in schema) &&
  !('type' in schema && (schema.type === 'object' || schema.type === 'array'))

/** The schema with its values inlined; what else it refers to is called by its id. */
function withValues({ schema, file, refs }: SchemaFile): object {
  const values = new Map(refs.filter(isValue).map((other) => [other.file, other]))
  const inlined = mapRefs(unworded(schema), file, (target) => {
    const value = values.get(target)
    if (value === undefined) return { $ref: idOf(target) }
    const { $schema: _draft, title: _title, ...own } = withValues(value) as Record<string, unknown>
    return own
  })
  return joinChoices(inlined) as object
}

/** ajv's standalone code, because a page under a strict CSP may not compile code at run time. */
export function guardCode(source: SchemaFile): string {
  const { file, guard, refs } = source
  const ajv = new Ajv(isPart(file) ? { ...ajvOptions, allErrors: false, messages: false } : ajvOptions)
  addFormats.default(ajv)
  ajv.addKeyword('x-ui')
  ajv.addKeyword('tsType')
  const imported = refs.map((other) => {
    if (isValue(other)) return ''
    // Refers itself, so that ajv calls a function instead of writing the shape out; the function is the other file's
    // own.
    const called = ajv.compile({ $id: idOf(other.file), $ref: '#/definitions/any', definitions: { any: {} } })
    const { source } = called
    if (source === undefined) throw new Error(`${other.file} has no source.`)
    called.source = { ...source, validateCode: '', scopeValues: {} }
    return `import ${String(source.validateName)} from '${importPath(guard, other.guard)}'\n`
  })
  const validate = ajv.compile({ ...withValues(source), $id: file })
  const write = standalone as unknown as (a: Ajv, v: unknown) => string
  const code = write(ajv, validate)
  return toImports(isSilent(file) ? withoutReasons(code) : code, imported.join(''))
}

/** Values that are data, and no schemas. */
const DATA = new Set(['default', 'const', 'enum', 'examples'])

/**
 * Without its descriptions, which a guard would carry to every browser and never read. A property may have the name,
 * and is a schema.
 */
function unworded(schema: object): object {
  const entries = Object.entries(schema).filter(([key, value]) => !(key === 'description' && typeof value === 'string'))
  const inner = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(inner) : typeof value === 'object' && value !== null ? unworded(value) : value
  return Object.fromEntries(entries.map(([key, value]) => [key, DATA.has(key) ? value : inner(value)]))
}

/**
 * ajv's ESM output still calls `require` for its run-time helpers; turn each into an import that works in Node and in
 * Vite.
 */
function toImports(code: string, guards: string): string {
  const imports: string[] = []
  const body = code.replace(/require\("([^"]+)"\)/g, (_m, path: string) => {
    const name = `__m${imports.length}`
    imports.push(`import ${name} from '${path.endsWith('.js') ? path : `${path}.js`}'`)
    return `__cjs(${name})`
  })
  const shim = imports.length ? 'const __cjs = (m) => (m && m.default !== undefined ? m : { default: m, ...m })\n' : ''
  return (
    `// Generated by npm run schemas; do not edit.\n/* oxlint-disable ` +
    `*/\n${guards}${imports.join('\n')}\n${shim}${body.replaceAll(/\n{3,}/g, '\n\n')}\n`
  )
}

/** The types, and the guard with its type where there is one. */
export async function typesCode(
  { file, schema, name, types, guard, refs }: SchemaFile,
  hasGuard: boolean,
): Promise<string> {
  const namesByFile = new Map(refs.map((other) => [other.file, other.name]))
  const whole = {
    ...(mapRefs(schema, file, (target) => ({ tsType: namesByFile.get(target) })) as object),
    $id: file,
    title: name,
  }
  const text = await compile(whole as never, name, {
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    bannerComment: '',
    style: { semi: false, singleQuote: true },
    unknownAny: true,
  })
  const imports = refs
    .map((other) => `import type { ${other.name} } from '${importPath(types, other.types)}'\n`)
    .join('')
  return (
    `// Generated by npm run schemas from ${file}; do not edit.\n/* oxlint-disable */\n` +
    (hasGuard
      ? `// @ts-expect-error generated JavaScript without declarations\nimport guard from ` +
        `'./${basename(guard)}'\nimport type { Guard } from '${relative(dirname(types), '.')}/schemas/guard.ts'\n`
      : '') +
    `${imports}\n${text}\n${hasGuard ? `export const is${name} = guard as Guard<${name}>\n` : ''}`
  )
}

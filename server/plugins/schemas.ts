/**
 * The shared JSON Schemas on the server: the files that the page's types and guards come from, under their path below
 * `schemas/`, from `/` on, as id. Routes refer to them by `$ref`, and they to each other.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { Ajv, type ValidateFunction } from 'ajv'
import { mapRefs } from '../../schemas/refs.ts'
import { schemasBehind } from './answer-schemas.ts'

const ROOT = resolve(import.meta.dirname, '../../schemas')

interface Schema {
  readonly $id: string
  readonly title: string
}

/** Every entity, answer and query shape. */
export function sharedSchemas(): Schema[] {
  return globSync('{entities,api,data}/*.schema.json', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => {
      const { $schema: _, ...schema } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Schema & {
        $schema?: string
      }
      return { ...(mapRefs(schema, file, (target) => ({ $ref: `/${target}#` })) as Schema), $id: `/${file}` }
    })
}

/** `{ $ref }` to a shared schema, for example `ref('entities/client')`. */
export const ref = (name: string) => ({ $ref: `/${name}.schema.json#` })

export const listOf = (name: string) => ({ type: 'array', items: ref(name) })

const OPTIONS = {
  allErrors: false,
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
} as const

/**
 * Read and compiled once a process, however many applications it holds: schemas are files, and do not change while it
 * runs.
 */
const SHARED = new Map(sharedSchemas().map((schema) => [`${schema.$id}#`, schema as TextSchema]))
const ajv = new Ajv(OPTIONS)
for (const schema of SHARED.values()) ajv.addSchema(schema)

const BY_ID = Object.fromEntries([...SHARED.values()].map((schema) => [schema.$id!, schema]))

/** By the text of a schema. */
const checks = new Map<string, () => ValidateFunction>()

/**
 * Compiled when the first request asks for it: a server has hundreds of calls, and all of their schemas are more than a
 * second of its start. A schema that leads nowhere is refused at once. Its violations are in `errors` until
 * it is called again.
 */
function validatorOf(schema: TextSchema): () => ValidateFunction {
  const key = JSON.stringify(schema)
  const known = checks.get(key)
  if (known !== undefined) return known
  schemasBehind(schema, BY_ID)
  let compiled: ValidateFunction | undefined
  const check = () => (compiled ??= ajv.compile(schema))
  checks.set(key, check)
  return check
}

/**
 * Bodies are taken exactly as they are. Text from the address becomes a number or a yes-or-no where the schema says so.
 * Nothing is dropped silently, and checking stops at the first error so that hostile input stays cheap.
 */
export function registerSchemas(app: FastifyInstance): void {
  for (const schema of SHARED.values()) app.addSchema(schema)
  const compile: FastifySchemaCompiler<TextSchema> = ({ schema, httpPart }) => {
    const validator = validatorOf(schema)
    const { properties = {} } = SHARED.get(schema.$ref ?? '') ?? schema
    const check = (data: unknown): boolean => {
      if (httpPart !== 'body')
        for (const [name, value] of Object.entries(data as Record<string, unknown>))
          (data as Record<string, unknown>)[name] = fromText(value, properties[name]?.type)
      const validate = validator()
      const valid = validate(data)
      const nul = valid && data !== withoutNul ? placeOfNul(data) : null
      check.errors =
        nul === null
          ? validate.errors
          : [
              {
                instancePath: nul,
                schemaPath: '',
                keyword: 'nul',
                params: {},
                message: 'must not hold a NUL character',
              },
            ]
      return valid && nul === null
    }
    check.errors = undefined as ValidateFunction['errors']
    return check
  }
  app.setValidatorCompiler(compile)
}

let withoutNul: unknown = null

/**
 * Says of the body that was read last that it can hold no NUL character: in JSON one takes an escape, and its text has
 * none. Looking for it in a long list costs more than its schema.
 */
export function knowWithoutNul(body: unknown): void {
  withoutNul = body
}

/** PostgreSQL cannot store this one character, and it cannot be typed. Null when there is none, else where. */
function placeOfNul(value: unknown, place = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') ? place : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, one] of Object.entries(value)) {
    const found = name.includes('\0') ? place : placeOfNul(one, `${place}/${name}`)
    if (found !== null) return found
  }
  return null
}

interface TextSchema {
  $id?: string
  $ref?: string
  properties?: Record<string, { type?: unknown }>
}

/**
 * Decimal digits and `true` or `false`, and nothing else: ajv's own coercion also takes ` 1`, `0x1` and `1e400`, and
 * lets that last one past the limits of its schema as infinite. What is not converted is refused as text by the schema.
 */
function fromText(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/**
 * The shared JSON Schemas on the server: the files that the page's types and guards come from, under their path below
 * `schemas/` as id. Routes refer to them by `$ref`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { Ajv } from 'ajv'

const ROOT = resolve(import.meta.dirname, '../../schemas')

interface Schema { readonly $id: string; readonly title: string }

/** Every entity, answer and query shape. */
export function sharedSchemas(): Schema[] {
  return globSync('{entities,api,data}/*.schema.json', { cwd: ROOT }).sort().map((file) => {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Schema & { $schema?: string }
    return { ...schema, $id: file.replaceAll('\\', '/') }
  })
}

/** `{ $ref }` to a shared schema, for example `ref('entities/client')`. */
export const ref = (name: string) => ({ $ref: `${name}.schema.json#` })

export const listOf = (name: string) => ({ type: 'array', items: ref(name) })

/**
 * Bodies are taken exactly as they are. Text from the address and the headers becomes a number or a yes-or-no where the
 * schema says so. Nothing is dropped silently, and checking stops at the first error so that hostile input stays cheap.
 */
export function registerSchemas(app: FastifyInstance): void {
  const options = { allErrors: false, removeAdditional: false, useDefaults: true, strict: true, strictRequired: false, allowUnionTypes: true } as const
  const exact = new Ajv({ ...options, coerceTypes: false })
  const fromText = new Ajv({ ...options, coerceTypes: true })
  for (const schema of sharedSchemas()) {
    app.addSchema(schema)
    exact.addSchema(schema)
    fromText.addSchema(schema)
  }
  const compile: FastifySchemaCompiler<Record<string, unknown>> = ({ schema, httpPart }) => (httpPart === 'body' ? exact : fromText).compile(schema)
  app.setValidatorCompiler(compile)
}

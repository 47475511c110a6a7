/** The document held to the schemas that others publish: OpenAPI 3.1, and its dialect, JSON Schema 2020-12. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let document: Record<string, unknown>
beforeAll(async () => {
  f = await fixture()
  document = (await f.get('/openapi.json')).body as Record<string, unknown>
})
afterAll(() => f.close())

const schemaOf31 = async (one: Record<string, unknown>) => {
  const { valid, errors } = await new Validator().validate(structuredClone(one))
  return valid ? [] : errors
}

/** Every schema of the document with its place: of a parameter, a header, a body, and those that have a name. */
function schemasIn(node: unknown, place = '#'): [place: string, schema: object | boolean][] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]): [string, object | boolean][] => {
    const at = `${place}/${key}`
    if (at === '#/components/schemas') {
      return Object.entries(value as object).map(([name, schema]) => [`${at}/${name}`, schema as object])
    }
    return key === 'schema' ? [[at, value as object]] : schemasIn(value, at)
  })
}

test('the document is one of OpenAPI 3.1', async () => {
  expect(await schemaOf31(document)).toEqual([])
})

test('what is no such document is noticed', async () => {
  const { info, ...without } = document
  expect(await schemaOf31(without)).not.toEqual([])
  expect(await schemaOf31({ ...document, info: { version: (info as { version: string }).version } })).not.toEqual([])
  const parameters = [{ name: 'type', in: 'query', schema: 'object' }]
  const get = { parameters, responses: { 200: { description: 'x' } } }
  expect(await schemaOf31({ ...document, paths: { '/x': { get } } })).not.toEqual([])
})

test('every schema of it is one of JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ strict: false })
  const all = schemasIn(document)
  expect(all.length).toBeGreaterThan(500)
  expect(all.filter(([, schema]) => ajv.validateSchema(schema) !== true).map(([place]) => place)).toEqual([])
  expect(ajv.validateSchema({ type: 'text' })).toBe(false)
})

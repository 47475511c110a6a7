import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { buildSerializer, schemasBehind } from './answer-schemas.ts'

const ref = (name: string) => ({ $ref: `${name}.schema.json#` })
const name = { $id: 'name.schema.json', type: 'object', properties: { name: { type: 'string' } } }
const person = {
  $id: 'person.schema.json',
  type: 'object',
  properties: { id: { type: 'integer' }, name: ref('name'), friends: { type: 'array', items: ref('person') } },
}
const other = { $id: 'other.schema.json', type: 'object', properties: { secret: { type: 'string' } } }
const shared = { 'name.schema.json': name, 'person.schema.json': person, 'other.schema.json': other }

test('a schema comes with those it refers to, each once, also where references are circular', () => {
  expect(Object.keys(schemasBehind({ type: 'array', items: ref('person') }, shared)).toSorted()).toEqual([
    'name.schema.json',
    'person.schema.json',
  ])
  expect(
    schemasBehind(
      { type: 'object', properties: { $ref: { type: 'string' }, of: { $ref: '#/definitions/own' } } },
      shared,
    ),
  ).toEqual({})
  expect(schemasBehind(undefined, shared)).toEqual({})
})

const server = (response: object) => {
  const app = fastify({ schemaController: { compilersFactory: { buildSerializer } } })
  for (const schema of Object.values(shared)) app.addSchema(schema)
  app.get('/people', { schema: { response: { 200: response } } }, () => [
    { id: 1, password: 'no', name: { name: 'Ana', born: 1990 }, friends: [{ id: 2, name: { name: 'Eva', x: 1 } }] },
  ])
  return app
}

test('an answer leaves out what its schemas do not name, however deep', async () => {
  const app = server({ type: 'array', items: ref('person') })
  expect((await app.inject('/people')).json()).toEqual([
    { id: 1, name: { name: 'Ana' }, friends: [{ id: 2, name: { name: 'Eva' } }] },
  ])
  await app.close()
})

test('a schema that leads nowhere is refused at the start, not at the first call', async () => {
  const app = server({ type: 'array', items: ref('missing') })
  await expect(app.ready()).rejects.toThrow(/missing\.schema\.json/)
})

test('what writes an answer is made once for all calls and servers that answer the same, and again where a schema behind it is another one', () => {
  const route = (schema: unknown) => ({ schema, method: 'GET', url: '/people', httpStatus: '200' })
  const people = () => ({ type: 'array', items: ref('person') })
  const first = buildSerializer(shared, {})(route(people()))
  expect(buildSerializer({ ...shared }, {})(route(people()))).toBe(first)
  expect(buildSerializer(shared, {})(route({ type: 'array', items: ref('name') }))).not.toBe(first)
  const known = { ...name, properties: { ...name.properties, born: { type: 'integer' } } }
  const another = buildSerializer({ ...shared, 'name.schema.json': known }, {})(route(people()))
  const one = [{ id: 1, name: { name: 'Ana', born: 1990 } }]
  expect(JSON.parse(another(one))).toEqual(one)
  expect(JSON.parse(first(one))).toEqual([{ id: 1, name: { name: 'Ana' } }])
})

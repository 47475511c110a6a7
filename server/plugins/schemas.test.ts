import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { ref, registerSchemas } from './schemas.ts'

const server = (body: object) => {
  const app = fastify()
  registerSchemas(app)
  app.post('/people', { schema: { body } }, ({ body: said }) => said)
  return app
}

test('a request whose schema leads nowhere is refused at the start, not at the first call', async () => {
  const app = server({ type: 'object', properties: { friend: ref('entities/missing') } })
  await expect(app.ready()).rejects.toThrow('/entities/missing.schema.json')
  await app.close()
})

test('what is wrong with a request is said of each request, and of none before it', async () => {
  const app = server({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } })
  const answer = async (payload: object) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/people', payload })
    return [statusCode, body.match(/must[^"]*/)?.[0]]
  }
  expect(await answer({})).toEqual([400, "must have required property 'id'"])
  expect(await answer({ id: 'x' })).toEqual([400, 'must be integer'])
  expect(await answer({ id: 1 })).toEqual([200, undefined])
  expect(await answer({ id: 'x\0' })).toEqual([400, 'must be integer'])
  await app.close()
})

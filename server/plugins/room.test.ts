import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerRoom } from './room.ts'

const authz = { subjects: 'user', tenant: 'clients' } as const

/** A server with a full disk, and what each of its routes says of itself. */
async function full() {
  const app = Fastify()
  registerRoom(app, { disk: { hasRoom: () => Promise.resolve(false) } })
  const ok = () => Promise.resolve({})
  app.post('/stores', { config: { authz } }, ok)
  app.post('/own', { config: { authz: { ...authz, changes: 'own' } } }, ok)
  app.post('/works-out', { config: { authz: { ...authz, changes: 'nothing' } } }, ok)
  app.post('/reads-a-file', { config: { authz: { ...authz, changes: 'nothing' }, evenFull: false } }, ok)
  app.post('/stores-little', { config: { authz, evenFull: true } }, ok)
  await app.ready()
  return async (method: 'POST' | 'DELETE', url: string) => (await app.inject({ method, url })).statusCode
}

test('on a full disk what stores something is refused; what changes nothing, or so little that the ballast holds it, is not', async () => {
  const status = await full()
  const calls = ['/stores', '/own', '/reads-a-file', '/works-out', '/stores-little']
  expect(await Promise.all(calls.map((url) => status('POST', url)))).toEqual([507, 507, 507, 200, 200])
})

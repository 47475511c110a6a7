import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { currentAsker } from '../lib/asker.ts'
import type { Caller } from '../lib/caller.ts'
import { registerTurns } from './turns.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A server whose questions wait to be let go, in the order in which they were begun. */
async function server() {
  const begun: { name: string; go: () => void; asker: unknown }[] = []
  app = fastify()
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const [client, userId] = String(request.headers.who ?? '')
      .split(' ')
      .map(Number)
    request.caller =
      request.headers.who === undefined
        ? null
        : ({ scope: { userId, clients: [client], role: 'basic', demo: false } } as unknown as Caller)
  })
  registerTurns(app, { ofOne: { alone: 2, shared: 2 }, inWork: 3 })
  const work = (request: { url: string }) =>
    new Promise((resolve) => {
      begun.push({
        name: request.url,
        go: () => {
          resolve('done')
        },
        asker: currentAsker(),
      })
    })
  app.get('/:name', work)
  app.post('/:name', work)
  await app.ready()
  const ask = (name: string, who?: string, method: 'GET' | 'POST' = 'GET') =>
    app.inject({ method, url: `/${name}`, headers: who === undefined ? {} : { who } })
  const settle = async () => {
    for (let n = 0; n < 20; n += 1) await new Promise(setImmediate)
  }
  return { begun, ask, settle, names: () => begun.map(({ name }) => name) }
}

test('of one tenant two are in work; another tenant, strangers and changes do not wait for the others', async () => {
  const { begun, ask, settle, names } = await server()
  const answers = [
    ask('a1', '3 5'),
    ask('a2', '3 5'),
    ask('a3', '3 5'),
    ask('a4', '3 5'),
    ask('b1', '3 6'),
    ask('other', '4 7'),
    ask('stranger'),
    ask('change', '3 5', 'POST'),
  ]
  await settle()
  expect(names().toSorted()).toEqual(['/a1', '/a2', '/change', '/other', '/stranger'])
  expect(begun.find(({ name }) => name === '/other')?.asker).toEqual({ tenant: 'client 4', account: '7' })
  begun.find(({ name }) => name === '/a1')!.go()
  await settle()
  expect(names().slice(5)).toEqual(['/a3'])
  // Another account of the tenant comes before the fourth question of the first.
  begun.find(({ name }) => name === '/a2')!.go()
  await settle()
  expect(names().slice(6)).toEqual(['/b1'])
  for (const { go } of begun) go()
  await settle()
  for (const { go } of begun) go()
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
})

test('a question about what is nowhere gives its place back', async () => {
  app = fastify()
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    request.caller = { scope: { userId: 5, clients: [3], role: 'basic', demo: false } } as unknown as Caller
  })
  registerTurns(app, { ofOne: { alone: 1, shared: 1 }, inWork: 3 })
  app.get('/nowhere', (_request, reply) => {
    reply.callNotFound()
  })
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await app.inject({ method: 'GET', url: '/nowhere' })).statusCode)
  expect(statuses).toEqual([404, 404, 404, 404])
})

test('a question that fails gives its place back', async () => {
  app = fastify()
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    request.caller = { scope: { userId: 5, clients: [3], role: 'basic', demo: false } } as unknown as Caller
  })
  registerTurns(app, { ofOne: { alone: 1, shared: 1 }, inWork: 1 })
  app.get('/', async () => {
    throw new Error('fails')
  })
  for (let n = 0; n < 3; n += 1) expect((await app.inject('/')).statusCode).toBe(500)
})

test('what is not waited for any more is not begun', async () => {
  const { begun, ask, settle, names } = await server()
  const first = [ask('a1', '3 5'), ask('a2', '3 5')]
  await settle()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const left = fetch(`${address}/left`, { headers: { who: '3 5' }, signal: leaving.signal }).catch(() => 'left')
  await new Promise((resolve) => {
    setTimeout(resolve, 100)
  })
  leaving.abort()
  await left
  await new Promise((resolve) => {
    setTimeout(resolve, 100)
  })
  for (const { go } of begun) go()
  await Promise.all(first)
  const last = ask('a3', '3 5')
  await settle()
  expect(names()).toEqual(['/a1', '/a2', '/a3'])
  for (const { go } of begun) go()
  expect((await last).statusCode).toBe(200)
})

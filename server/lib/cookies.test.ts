import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { cookieOf } from './cookies.ts'

async function cookiesOf(publicUrl: string, cookie?: string) {
  const app = Fastify()
  const one = cookieOf('x', { publicUrl, sameSite: 'Lax' })
  const other = cookieOf('y', { publicUrl, sameSite: 'Strict' })
  app.get('/', async (request, reply) => {
    other.clear(reply)
    one.set(reply, 'value', 60)
    return { read: one.read(request) }
  })
  const reply = await app.inject({ url: '/', headers: { ...(cookie !== undefined && { cookie }) } })
  await app.close()
  return { set: reply.headers['set-cookie'], ...reply.json<{ read: string | null }>() }
}

test('behind https a cookie is bound to this host', async () => {
  expect(await cookiesOf('https://aforo.example.com')).toEqual({
    set: [
      '__Host-y=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
      '__Host-x=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    ],
    read: null,
  })
})

test('a plain-http demo has one by its plain name', async () => {
  expect((await cookiesOf('http://localhost:8080')).set).toEqual([
    'y=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    'x=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  ])
})

test('a cookie is read by its whole name, and one that came twice is not believed', async () => {
  expect((await cookiesOf('https://a.test', 'x=plain; __Host-x=mine; y__Host-x=other')).read).toBe('mine')
  expect((await cookiesOf('https://a.test', 'x=plain')).read).toBeNull()
  expect((await cookiesOf('https://a.test', '__Host-x=mine; __Host-x=other')).read).toBeNull()
})

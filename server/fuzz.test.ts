/** Hostile input on every route: it may be refused, it may not break anything (reliability.md B1, B4, B5). */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InjectOptions } from 'fastify'
import { fixture } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import { testDialects } from './testing/postgres.ts'

const { dialects, stop } = await testDialects()
afterAll(stop)

let f: Fixture
let tokens: (string | undefined)[]
const unhandled: unknown[] = []
const note = (reason: unknown) => { unhandled.push(reason) }

const NASTY = [
  ':id', '{id}', '*', '', '..', '%2e%2e%2f', '%00', 'null', 'NaN', '-1', '0', '9007199254740992', '2147483648', '1e400', '0x1', ' 1', '1 ', '+1', '٣', 'x'.repeat(10_000),
  '🛍', '\u202Eabc', '\uD800', "' or 1=1 --", '1;drop table users', '1,2', 'Infinity', '-0', ',', '[]', '{}', 'true', '__proto__', 'constructor', '${7*7}', '<img src=x onerror=1>', '\n', 'a\r\nx: y',
]
const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }), fc.integer().map(String), fc.constantFrom('1', '2', '2026-11-16', '2026-11-19', '2026-02-30', 'thisWeekVsPrevious', 'customPeriods', 'advanced', 'campaigns'))
const NAMES = [
  'client', 'local', 'locals', 'id', 'p1Start', 'p1End', 'p2Start', 'p2End', 'begin', 'end', 'workday', 'hideNoData', 'key', 'type', 'campaign', 'thisOrLast', 'thisOrLastPeriod',
  'howManyPeriodsInThePast', 'periodsInThePast', 'referenceBegin', 'referenceEnd', 'versus', 'access_token', '__proto__', 'constructor', 'toString', '', '[]', 'client[]', 'client[0]',
]
/** Nearly right queries get past the first check; the rest is noise. */
const query = fc.oneof(
  fc.array(fc.tuple(fc.constantFrom(...NAMES), text), { maxLength: 8 }),
  fc.tuple(text, text, text).map(([client, from, to]) => [['client', client], ['p1Start', from], ['p1End', to]] as [string, string][]),
  fc.tuple(fc.constantFrom('1', '2', '7'), text).map(([client, locals]) => [['client', client], ['p1Start', '2026-11-16'], ['p1End', '2026-11-19'], ['locals', locals]] as [string, string][]),
)
const encode = (value: string) => { try { return encodeURIComponent(value) } catch { return '%ED%A0%80' } }
const withQuery = (pairs: readonly (readonly [string, string])[]) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')

const body = fc.oneof(
  fc.constant(undefined),
  fc.json({ maxDepth: 5 }),
  fc.constantFrom('', '{', '[', 'null', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"a":1,"a":2}', `${'['.repeat(5000)}${']'.repeat(5000)}`, '{"username":1e400}', '"\\ud800"', '\0'),
  fc.record({ username: text, password: text, grant_type: fc.constantFrom('password', 'x') }).map((value) => JSON.stringify(value)),
)
const contentType = fc.constantFrom('application/json', 'APPLICATION/JSON', 'application/json\t; charset=utf-8', 'application/json;charset=latin1', 'application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', 'application/xml', 'x', undefined)

const CODE = /^[A-Z][A-Z0-9_]*$/
let address = 0

async function attack(path: string, method: string, fill: string, pairs: readonly (readonly [string, string])[], sent: string | undefined, type: string | undefined, who: number) {
  const token = tokens[who % tokens.length]
  const url = `${path.replace('{id}', encode(fill))}?${withQuery(pairs)}`
  const options: InjectOptions = {
    method: method.toUpperCase() as 'GET', url, remoteAddress: `10.1.${(address >> 8) & 255}.${address++ & 255}`,
    headers: { ...(token !== undefined && { access_token: token }), ...(type !== undefined && { 'content-type': type }), accept: who % 2 === 0 ? 'application/json' : 'application/vnd.apache.arrow.stream' },
    ...(sent !== undefined && method !== 'get' && { payload: sent }),
  }
  const reply = await f.app.inject(options)
  expect([url, reply.statusCode]).toEqual([url, expect.toSatisfy((status: number) => status < 500)])
  if (reply.statusCode >= 400) {
    const answer = reply.json<{ code: string; message: string }>()
    expect(answer.code).toMatch(CODE)
    expect(answer.message).toBeTruthy()
    expect(reply.body).not.toMatch(/\bat \S+ \(|node_modules|SQLITE|\.ts:/)
  }
}

describe.each(dialects)('on $name', ({ url }) => {
  beforeAll(async () => {
    process.on('unhandledRejection', note)
    f = await fixture({ catalogUrl: await url() })
    tokens = [undefined, 'x'.repeat(43), await f.signIn('analyst'), await f.signIn('nobody'), await f.signIn('guest'), await f.signIn('admin')]
  })
  afterAll(async () => {
    process.off('unhandledRejection', note)
    await f.close()
  })

  test('no route answers 5xx, crashes or leaks its inside, whatever it is sent', async () => {
    const calls = Object.entries(f.app.swagger().paths ?? {}).flatMap(([path, methods]) => Object.keys(methods).map((method) => [path, method] as const))
      // Logging the tokens out would leave nothing to attack with.
      .filter(([path]) => !path.includes('logout'))
    for (const [path, method] of calls) {
      await fc.assert(
        fc.asyncProperty(text, query, body, contentType, fc.nat(5), (fill, pairs, sent, type, who) => attack(path, method, fill, pairs, sent, type, who)),
        { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
      )
    }
    expect(unhandled).toEqual([])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect((await f.get('/me', tokens[2])).status).toBe(200)
  }, 120_000)

  test('every nasty text as an id or a client is refused as a request or as not found', async () => {
    const token = tokens[5]
    for (const nasty of NASTY) {
      for (const path of [`/locals/${encode(nasty)}`, `/clients/${encode(nasty)}/`, `/campaigns/${encode(nasty)}`, `/locals/${encode(nasty)}/params`, `/locals?client=${encode(nasty)}`]) {
        const { status } = await f.get(path, token)
        // `..` as a step of a path is taken out before the server sees it.
        expect([path, status]).toEqual([path, expect.toBeOneOf(nasty === '..' ? [200, 400, 404] : [400, 404])])
      }
    }
  })
})

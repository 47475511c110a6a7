import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { violationsOf } from './service.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())
beforeEach(() => {
  f.log.length = 0
})

let address = 0
const report = (payload: object | string, type = 'application/csp-report', remoteAddress = `10.9.0.${++address}`) =>
  f.app.inject({
    method: 'POST',
    url: '/api/csp-report',
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    remoteAddress,
    headers: { 'content-type': type },
  })
const lines = () =>
  f.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level === 'warn')

const TOKEN = 'Marker0123456789abcdefghijklmnopqrstuvwxyzA'
const OLD = {
  'csp-report': {
    'document-uri': `https://aforo.example.com/changepass/${TOKEN}?access_token=${TOKEN}#${TOKEN}`,
    'effective-directive': 'script-src-elem',
    'violated-directive': 'script-src-elem',
    'blocked-uri': `https://user:${TOKEN}@evil.test/x.js?${TOKEN}`,
    'source-file': 'https://aforo.example.com/assets/index.js',
    'line-number': 7,
    'script-sample': `alert("${TOKEN}")`,
  },
}

describe('a report is refused', () => {
  test('when it is no JSON, too large, or of another content type', async () => {
    expect((await report('{')).statusCode).toBe(400)
    expect((await report('{"__proto__":{"x":1}}')).statusCode).toBe(400)
    expect((await report('')).statusCode).toBe(400)
    expect((await report(`{"csp-report":{"document-uri":"${'x'.repeat(17_000)}"}}`)).statusCode).toBe(413)
    for (const type of ['text/plain', 'text/html', 'multipart/form-data', 'application/x-www-form-urlencoded'])
      expect([type, (await report(OLD, type)).statusCode]).toEqual([type, 415])
    expect(lines()).toEqual([])
  })

  test('beyond 20 a minute from one address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) statuses.push((await report({}, undefined, '10.8.0.1')).statusCode)
    expect(statuses).toEqual([...Array<number>(20).fill(204), 429, 429])
  })
})

describe('a report is logged and counted', () => {
  test('in both formats, as the directive and the places without query, user and tokens', async () => {
    expect((await report(OLD)).statusCode).toBe(204)
    const body = {
      effectiveDirective: 'style-src-attr',
      blockedURL: 'inline',
      documentURL: 'https://aforo.example.com/users',
      sourceFile: null,
      lineNumber: 3,
      sample: TOKEN,
    }
    expect(
      (
        await report(
          [
            { type: 'csp-violation', url: `https://aforo.example.com/?${TOKEN}`, body },
            { type: 'deprecation', body },
          ],
          'application/reports+json',
        )
      ).statusCode,
    ).toBe(204)
    const found = lines()
    expect(found).toMatchObject([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.test/x.js',
        page: 'https://aforo.example.com/changepass/[removed]',
        source: 'https://aforo.example.com/assets/index.js',
        line: 7,
        msg: 'the content security policy was violated',
      },
      { directive: 'style-src-attr', blocked: 'inline', page: 'https://aforo.example.com/users', source: '', line: 3 },
    ])
    expect(Number(found[1]?.total) - Number(found[0]?.total)).toBe(1)
    expect(f.log.join('')).not.toContain('Marker')
  })

  test('at most 30 lines a minute, from all senders together', async () => {
    f.clock.time += 120_000
    for (let i = 0; i < 70; i++) await report(OLD)
    expect(lines()).toHaveLength(30)
  })
})

test('fields of another kind say nothing', () => {
  const strange = { toString: 1, length: 5 }
  expect(
    violationsOf({
      'csp-report': {
        'document-uri': strange,
        'blocked-uri': [],
        'effective-directive': strange,
        'line-number': '7',
        'source-file': 7,
      },
    }),
  ).toEqual([{ directive: '', blocked: '', page: '', source: '', line: null }])
})

test('an invalid report is ignored', () => {
  for (const body of [
    null,
    undefined,
    1,
    'x',
    {},
    { 'csp-report': null },
    { 'csp-report': 'x' },
    [],
    [null],
    ['x'],
    [{ type: 'x' }],
  ])
    expect(violationsOf(body)).toEqual([])
  expect(
    violationsOf({
      'csp-report': {
        'document-uri': 'about:blank',
        'blocked-uri': 'data:text/html,secret',
        'violated-directive': "script-src 'self'\nforged",
      },
    }),
  ).toEqual([{ directive: 'script-src', blocked: 'data:', page: 'about:', source: '', line: null }])
})

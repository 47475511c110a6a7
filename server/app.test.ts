import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerAccess } from './plugins/access.ts'
import type { Authz } from './plugins/access.ts'
import { CONTENT_SECURITY_POLICY, SECURITY_HEADERS } from './plugins/headers.ts'
import { fixture, PASSWORD } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import type { SessionService } from './modules/session/service.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

describe('a route', () => {
  test('that does not say who may call it cannot be registered', () => {
    const app = Fastify()
    registerAccess(app, {
      sessions: {} as SessionService,
      resolveDevice: async () => null,
      screenShows: async () => false,
      isInMaintenance: async () => false,
    })
    expect(() => app.get('/secret', () => 'oops')).toThrow(
      'GET /secret does not say who may call it; add config.authz.',
    )
  })

  test('is in the API document with its rule, and nothing else is', () => {
    const documented = Object.entries(f.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { 'x-authz'?: Authz }>).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, operation['x-authz']] as const,
      ),
    )
    // Every GET answers HEAD as well; the document leaves that out.
    const registered = [...f.app.rules].filter(([call]) => !call.startsWith('HEAD '))
    expect(documented.length).toBeGreaterThan(20)
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(registered))
    for (const [call, rule] of f.app.rules)
      if (call.startsWith('HEAD ')) expect(rule).toBe(f.app.rules.get(call.replace('HEAD', 'GET')))
  })
})

describe('the API document', () => {
  test('names its shapes and gives the rule of each call', async () => {
    const { body } = await f.get('/openapi.json')
    const document = body as {
      paths: Record<string, Record<string, Record<string, unknown>>>
      components: { schemas: Record<string, unknown> }
    }
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Client', 'Local', 'Me', 'FrameJson', 'ErrorAnswer', 'CompareQuery']),
    )
    expect(document.paths['/api/compare/metrics/ins']?.get?.['x-authz']).toEqual({
      subjects: 'user',
      flag: ['footCompare'],
      tenant: 'clients',
      screens: ['compare.ins'],
    })
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/)
  })

  test('is a page whose only style sheet and only script are our own', async () => {
    const { text, headers } = await f.get('/docs')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('<code>/api/compare/metrics/main/extended</code>')
    expect(text).toContain('Any signed-in user with <code>footCompare</code>')
    expect(text.match(/<script[^>]*>.*?<\/script>/g)).toEqual([
      '<script type="module" src="/api/docs/script.js"></script>',
    ])
    expect(text).not.toMatch(/style=|\son\w+=|https?:\/\//)
    expect(text.match(/<link[^>]*>/g)).toEqual(['<link rel="stylesheet" href="/api/docs/style.css">'])
    expect((await f.get('/docs/style.css')).headers['content-type']).toBe('text/css; charset=utf-8')
    expect((await f.get('/docs/script.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test('has an index, and every call its parameters, body, answers, an example and a form to try it', async () => {
    const { text } = await f.get('/docs')
    expect(text).toContain('<a href="#compare">Compare <small>')
    const call = /<details id="post:\/api\/alerts\/rules"[\s\S]*?<\/details>/.exec(text)?.[0] ?? ''
    expect(call).toContain('<a href="#shape-alertruledraft">AlertRuleDraft</a>')
    expect(call).toMatch(/<h4>Body<\/h4>[\s\S]*&quot;kind&quot;: &quot;deviceDown&quot;[\s\S]*<h4>Answers<\/h4>/)
    expect(call).toContain('<form data-path="/api/alerts/rules" data-method="POST"')
    expect(text).toContain('<details id="shape-alertruledraft">')
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const links = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
  })
})

describe('every answer', () => {
  test('carries the security headers and is not cached, with any status', async () => {
    const token = await f.signIn('analyst')
    const arrow = { accept: 'application/vnd.apache.arrow.stream' }
    const replies = await Promise.all([
      f.get('/me', token),
      f.get('/me'),
      f.get('/nothing'),
      f.get('/locals/abc', token),
      f.get('/locals/987', token),
      f.get('/docs/style.css'),
      f.get('/logout/redirect'),
      f.get('/compare/metrics/ins?client=1&p1Start=2026-11-16&p1End=2026-11-19', token, arrow),
      f.get('/%'),
      f.get('/api/%c0%af'),
      f.get('/'),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 404, 400, 404, 200, 302, 200, 400, 400, 404])
    for (const { headers } of replies) {
      expect(headers).toMatchObject({
        ...SECURITY_HEADERS,
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('forbids inline code, other hosts and frames', () => {
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|\*|https?:/)
    expect(CONTENT_SECURITY_POLICY).toContain("require-trusted-types-for 'script'")
    expect(CONTENT_SECURITY_POLICY).toContain("frame-ancestors 'none'")
  })

  test('to a wrong method or address is a JSON refusal', async () => {
    for (const [method, url] of [
      ['DELETE', '/api/me'],
      ['PUT', '/api/home'],
      ['OPTIONS', '/api/me'],
      ['POST', '/nowhere'],
    ] as const) {
      const reply = await f.app.inject({ method, url })
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        {
          code: 'ROUTE_NOT_FOUND',
          message: `There is nothing to ${method} at this address; see /api/docs for what there is.`,
        },
      ])
    }
  })
})

describe('a failure of ours', () => {
  test('is 500 with the request id and without its cause; the log has the cause', async () => {
    const broken = await fixture()
    broken.catalog.clients.list = () => Promise.reject(new Error('Marker-secret at line 12'))
    const { status, body, headers } = await broken.get('/clients', await broken.signIn('analyst'))
    const request = String(headers['x-request-id'])
    expect([status, body]).toEqual([
      500,
      {
        code: 'INTERNAL',
        message: `Something went wrong on our side; name request ${request} when you report it.`,
        details: { request },
      },
    ])
    expect(broken.log.join('')).toContain('Marker-secret at line 12')
    await broken.close()
  })

  test('to reach a store is 503 with a time to come back', async () => {
    const broken = await fixture()
    broken.catalog.clients.list = () =>
      Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const { status, body, headers } = await broken.get('/clients', await broken.signIn('analyst'))
    expect([status, body, headers['retry-after']]).toEqual([
      503,
      {
        code: 'STORE_UNAVAILABLE',
        message: 'The data store does not answer at the moment; try again in a few seconds.',
        details: { retryAfterS: 5 },
      },
      '5',
    ])
    await broken.close()
  })

  test('whose socket is not there, or whose file another process holds, is 503 too; a missing file of the product is not', async () => {
    const broken = await fixture()
    const token = await broken.signIn('analyst')
    const answerTo = async (error: Error) => {
      broken.catalog.clients.list = () => Promise.reject(error)
      const { status, body, headers } = await broken.get('/clients', token)
      return [status, (body as { code: string }).code, headers['retry-after']]
    }
    expect(
      await answerTo(
        Object.assign(new Error('connect ENOENT /run/.s.PGSQL.5432'), { code: 'ENOENT', syscall: 'connect' }),
      ),
    ).toEqual([503, 'STORE_UNAVAILABLE', '5'])
    expect(
      await answerTo(Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 517 })),
    ).toEqual([503, 'STORE_UNAVAILABLE', '5'])
    expect(await answerTo(Object.assign(new Error('could not extend file'), { code: '53100' }))).toEqual([
      507,
      'STORAGE_FULL',
      '60',
    ])
    expect(
      await answerTo(
        Object.assign(new Error('database disk image is malformed'), { code: 'ERR_SQLITE_ERROR', errcode: 11 }),
      ),
    ).toEqual([503, 'STORE_DAMAGED', '60'])
    expect(await answerTo(Object.assign(new Error('open ENOENT x'), { code: 'ENOENT', syscall: 'open' }))).toEqual([
      500,
      'INTERNAL',
      undefined,
    ])
    await broken.close()
  })

  test('makes the server not ready, without saying why', async () => {
    const broken = await fixture()
    broken.catalog.ready = async () => false
    expect(await broken.get('/health/ready')).toMatchObject({ status: 503, body: { status: 'not ok' } })
    expect(await broken.get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
    await broken.close()
  })
})

test('a server that shuts down still answers, and is not ready', async () => {
  const leaving = new AbortController()
  const f = await fixture({ leaving: leaving.signal })
  expect((await f.get('/health/ready')).status).toBe(200)
  leaving.abort()
  expect([(await f.get('/health/ready')).status, (await f.get('/health/live')).status]).toEqual([503, 200])
  await f.close()
})

describe('what may not leave', () => {
  test('no answer holds a password, a hash or a token', async () => {
    const token = await f.signIn('admin')
    const paths = Object.keys(f.app.swagger().paths ?? {}).map((path) =>
      path.replace('{type}', 'client').replaceAll(/\{\w+\}/g, '1'),
    )
    const queries = [
      '',
      '?client=1',
      '?local=1',
      '?client=1&workday=2026-11-19',
      '?client=1&p1Start=2026-11-16&p1End=2026-11-19',
      '?local=1&begin=2026-11-16&end=2026-11-19',
    ]
    const answers = await Promise.all(
      paths.flatMap((path) => queries.map(async (query) => (await f.get(`${path}${query}`, token)).text)),
    )
    const hash = (await f.catalog.sessions.credentials('admin@aforo.test'))?.passwordHash ?? ''
    expect(hash).toMatch(/^\$argon2id\$/)
    for (const secret of [PASSWORD, hash, token, 'token_hash', 'password_hash', 'passwordHash', 'k'.repeat(32)])
      expect(answers.filter((text) => text.includes(secret))).toEqual([])
  })

  test('the log has no password, token, username or query', async () => {
    const token = await f.signIn('analyst')
    await f.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { username: 'analyst', password: 'Marker-wrong-1!', grant_type: 'password' },
    })
    await f.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      payload: { username: 'analyst', password: 'Marker-wrong-2!', extra: 'Marker-extra' },
    })
    await f.get(`/me?access_token=${token}&x=Marker-query`, token)
    const log = f.log.join('')
    expect(log).toContain('"route":"/api/me"')
    for (const secret of [token, 'Marker-', 'analyst', 'çñ']) expect(log.includes(secret)).toBe(false)
  })

  test('lines of a request name the trace of its traceparent, and none where that is not one', async () => {
    const token = await f.signIn('analyst')
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const tracesOf = async (traceparent: string) => {
      f.log.length = 0
      await f.app.inject({ url: '/api/locals/1', headers: { access_token: token, traceparent } })
      return f.log.map((line) => (JSON.parse(line) as { trace?: string }).trace)
    }
    expect(await tracesOf(`00-${trace}-00f067aa0ba902b7-01`)).toEqual([trace])
    for (const none of [
      trace,
      `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `01-${trace}-00f067aa0ba902b7-01`,
      `00-${trace}-00f067aa0ba902b7-01-Marker`,
    ])
      expect(await tracesOf(none)).toEqual([undefined])
  })

  test('one line an answer says who, what, how and how long', async () => {
    const token = await f.signIn('analyst')
    f.log.length = 0
    await f.get('/locals/1', token)
    const user = await f.catalog.users.findByUsername(
      { userId: null, role: 'admin', clients: 'all', demo: false },
      'analyst@aforo.test',
    )
    expect(f.log.map((line) => JSON.parse(line) as object)).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/Z$/),
        reqId: expect.any(String),
        method: 'GET',
        route: '/api/locals/:id',
        status: 200,
        ms: expect.any(Number),
        user: user?.id,
        msg: 'answered',
      },
    ])
  })
})

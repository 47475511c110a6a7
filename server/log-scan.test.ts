/**
 * Nothing secret stays anywhere (reliability.md H4, J1): a server on a real directory is taken through every way in
 * with secrets that can be recognised; then the log, every refusal and every byte of the directory are searched for
 * them.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './lib/config.ts'
import { createCatalog } from './open-catalog.ts'
import { hashPassword } from './modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { newApiToken } from './lib/api-token.ts'
import { newToken } from './lib/secrets.ts'
import { start } from './start.ts'
import type { Running } from './start.ts'
import { fixture } from './testing/fixture.ts'
import { CLIENT, startIdentityProvider } from './testing/identity-provider.ts'
import type { TestIdentityProvider } from './testing/identity-provider.ts'
import { startMailServer } from './testing/mail.ts'
import type { TestMailServer } from './testing/mail.ts'

const PUBLIC_URL = 'https://aforo.example.com'
const KEY = 'Mrk7-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUi-key'
const PASSWORD = 'Mrk7-Password-2026!'

/** Everything that must not be found again, by what it is. */
const secrets = new Map<string, string>([
  ['key of the server', KEY],
  ['password', PASSWORD],
  ['secret for the identity provider', CLIENT.clientSecret],
])
const secret = (what: string, value: string): string => {
  expect(value.length, what).toBeGreaterThanOrEqual(8)
  secrets.set(what, value)
  return value
}

let dataDir: string
let running: Running
let screenClient: number
let mails: TestMailServer
let provider: TestIdentityProvider
const log: string[] = []
const refusals: string[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'aforo-scan-'))
  mails = await startMailServer()
  provider = await startIdentityProvider(
    { external: { email: 'external@aforo.test', email_verified: true } },
    `${PUBLIC_URL}/api/oauth/callback`,
  )
  const config = {
    ...readConfig(
      { DATA_DIR: dataDir, PORT: '0', SECRET_KEY: KEY, PUBLIC_URL, LOG_LEVEL: 'debug', SMTP_URL: mails.url },
      'production',
    ),
    idp: { issuer: provider.issuer, ...CLIENT },
  }
  const catalog = await createCatalog(config)
  const passwordHash = await hashPassword(PASSWORD)
  for (const [name, more] of Object.entries({
    admin: { role: 'admin' },
    person: {},
    coder: { loginType: 'otp' },
    external: { loginType: 'external', passwordHash: null },
  } as const)) {
    await catalog.users.insert(
      SYSTEM_SCOPE,
      { username: `${name}@aforo.test`, role: 'basic', flags: [], clients: [], passwordHash, ...more },
      Date.now(),
    )
  }
  screenClient = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Marca', type: 'basic' })).id
  await catalog.close()
  running = await start({
    config,
    logStream: {
      write: (line) => {
        log.push(line)
      },
    },
  })
}, 60_000)
afterAll(async () => {
  await mails.close()
  await provider.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface More {
  readonly headers?: Record<string, string>
  readonly body?: object | string
  readonly token?: string
}

async function call(method: string, path: string, { headers = {}, body, token }: More = {}) {
  const reply = await fetch(`${running.address}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { access_token: token }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (reply.status >= 400) refusals.push(text)
  await running.app.background.settled()
  return {
    status: reply.status,
    text,
    json: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string>,
    headers: reply.headers,
  }
}

const logIn = (username: string, password: string, more: More = {}) =>
  call('POST', '/api/oauth/token', { body: { username, password, grant_type: 'password' }, ...more })
const tokenIn = (text = '') => /changepass\/([\w-]{43})/.exec(text)?.[1] ?? ''

/** Which of these texts or bytes hold which secret: plain, URL-encoded, in base64 or in hex. */
function found(where: ReadonlyMap<string, Buffer>): string[] {
  const forms = (value: string) =>
    new Set([
      value,
      encodeURIComponent(value),
      JSON.stringify(value).slice(1, -1),
      Buffer.from(value).toString('base64').replace(/=+$/, ''),
      Buffer.from(value).toString('base64url'),
      Buffer.from(value).toString('hex'),
      Buffer.from(value, 'utf16le').toString('latin1'),
    ])
  return [...where].flatMap(([place, bytes]) =>
    [...secrets]
      .filter(([, value]) =>
        [...forms(value)].some((form) => bytes.includes(form, 0, form.includes('\0') ? 'latin1' : 'utf8')),
      )
      .map(([what]) => `${what} in ${place}`),
  )
}

const directory = () =>
  new Map(
    (readdirSync(dataDir, { recursive: true }) as string[])
      .filter((file) => statSync(join(dataDir, file)).isFile())
      .map((file) => [file, readFileSync(join(dataDir, file))]),
  )

describe('a journey through every way in', () => {
  let admin: string
  let person: string

  test('by password: wrong, right, as headers, as a form, in the address', async () => {
    const wrong = secret('wrong password', 'Mrk7-Wrong-Password!')
    expect((await logIn('person', wrong)).status).toBe(401)
    expect(
      (
        await call('POST', '/api/oauth/token', {
          headers: { username: 'person', password: wrong, grant_type: 'password' },
        })
      ).status,
    ).toBe(401)
    expect(
      (await call('POST', '/api/oauth/token', { body: `{"username":"person","password":"${wrong}"` })).status,
    ).toBe(400)
    expect(
      (
        await call('POST', '/api/oauth/token', {
          body: { username: 'person', password: [wrong], grant_type: 'password' },
        })
      ).status,
    ).toBe(400)
    expect(
      (await call('POST', '/api/oauth/token', { body: { username: 'person', password: wrong, grant_type: wrong } }))
        .status,
    ).toBe(400)
    expect(
      (
        await call('POST', `/api/oauth/token?password=${wrong}`, {
          headers: { 'content-type': 'text/plain' },
          body: wrong,
        })
      ).status,
    ).toBe(415)
    admin = secret('session of the admin', (await logIn('admin', PASSWORD)).json.access_token ?? '')
    person = secret(
      'session by form',
      (
        await call('POST', '/api/oauth/token', {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ username: 'person', password: PASSWORD, grant_type: 'password' }).toString(),
        })
      ).json.access_token ?? '',
    )
    secret(
      'session by headers',
      (
        await call('POST', '/api/oauth/token', {
          headers: { username: 'person', password: PASSWORD, grant_type: 'password' },
        })
      ).json.access_token ?? '',
    )
    expect((await call('GET', `/api/me?access_token=${person}`)).status).toBe(401)
    expect((await call('GET', `/api/nothing/${person}?access_token=${person}`, { token: person })).status).toBe(404)
    expect((await call('GET', `/api/locals/${person}`, { token: person })).status).toBe(400)
    expect((await call('GET', '/api/me', { headers: { authorization: `Bearer ${person}` } })).status).toBe(200)
  })

  test('by one-time code', async () => {
    const generated = await call('POST', '/api/auth/user/otp/coder/generate')
    expect(generated.status).toBe(202)
    const browser = generated.headers.get('set-cookie')?.split(';')[0] ?? ''
    secret('browser of the code', browser.split('=')[1]?.split('.')[0] ?? '')
    const code = secret('one-time code', /\b\d{8}\b/.exec((await mails.next('coder@aforo.test')).text ?? '')?.[0] ?? '')
    expect(
      (
        await call('POST', '/api/auth/user/otp/coder/validate', {
          body: { code: secret('wrong code', '00000000000001') },
        })
      ).status,
    ).toBeGreaterThanOrEqual(400)
    const { status, headers } = await call('POST', '/api/auth/user/otp/coder/validate', {
      headers: { cookie: browser },
      body: { code },
    })
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    secret('pass of the code', cookie.split('=')[1] ?? '')
    expect(status).toBe(204)
    secret('session by code', (await logIn('coder', PASSWORD, { headers: { cookie } })).json.access_token ?? '')
  })

  test('by a link to a new password, an invitation, and a change', async () => {
    expect((await call('POST', '/api/auth/user/email/person%40aforo.test')).status).toBe(202)
    const token = secret('token of the link', tokenIn((await mails.next('person@aforo.test')).text))
    const weak = secret('weak password', 'mrk7weakpassword')
    const pass = secret('password by link', 'Mrk7-By-Link-2026!')
    expect((await call('GET', `/api/auth/user/${token}`)).status).toBe(200)
    expect(
      (await call('PUT', `/api/auth/user/${token}`, { body: { token, pass: weak, responsibility: true } })).status,
    ).toBe(400)
    expect(
      (await call('PUT', `/api/auth/user/${newToken()}`, { body: { token, pass, responsibility: true } })).status,
    ).toBe(404)
    expect((await call('PUT', `/api/auth/user/${token}`, { body: { token, pass, responsibility: true } })).status).toBe(
      204,
    )
    person = secret('session after the link', (await logIn('person', pass)).json.access_token ?? '')
    const [first, second] = [
      secret('password by address', 'Mrk7-By-Address-2026!'),
      secret('password by body', 'Mrk7-By-Body-2026!'),
    ]
    expect(
      (await call('POST', `/api/users/password?oldPassword=${weak}&newPassword=${first}`, { token: person })).status,
    ).toBe(400)
    expect(
      (await call('POST', `/api/users/password?oldPassword=${pass}&newPassword=${first}`, { token: person })).status,
    ).toBe(204)
    expect(
      (await call('POST', '/api/users/password', { token: person, body: { oldPassword: first, newPassword: second } }))
        .status,
    ).toBe(204)
    expect((await call('POST', '/api/users', { token: admin, body: { username: 'invited@aforo.test' } })).status).toBe(
      201,
    )
    secret('token of the invitation', tokenIn((await mails.next('invited@aforo.test')).text))
  })

  test('by another program and its secret', async () => {
    const redirect = 'https://program.test/cb'
    const draft = { name: 'Program', redirectUris: [redirect], clients: [], flags: [], enabled: true }
    const { json: client } = await call('POST', '/api/security/api_client', { token: admin, body: draft })
    const clientId = client.clientId ?? ''
    secret('first secret of the program', client.secret ?? '')
    const clientSecret = secret(
      'secret of the program',
      (await call('POST', `/api/security/api_client/${client.id}/secret`, { token: admin })).json.secret ?? '',
    )
    const verifier = secret('code verifier', newToken())
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const headers = {
      username: 'coder',
      password: PASSWORD,
      grant_type: 'password',
      client_id: clientId,
      redirect_uri: redirect,
      response_type: 'code',
      state: secret('state', 'Mrk7-state-of-the-page'),
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    expect(
      (await call('POST', '/api/oauth/login', { headers: { ...headers, redirect_uri: 'https://evil.test/' } })).status,
    ).toBe(400)
    const { json } = await call('POST', '/api/oauth/login', { headers: { ...headers, username: 'admin' } })
    const code = secret('authorization code', json.code ?? '')
    const exchange = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: clientId,
      client_secret: clientSecret,
    }
    expect(
      (
        await call('POST', '/api/oauth/token', {
          body: { ...exchange, client_secret: secret('wrong secret', 'Mrk7-wrong-secret-of-the-program-0123456789') },
        })
      ).status,
    ).toBe(400)
    secret(
      'session by authorization code',
      (await call('POST', '/api/oauth/token', { body: { ...exchange, code_verifier: verifier } })).json.access_token ??
        '',
    )
    secret(
      'session of the program',
      (
        await call('POST', '/api/oauth/token', {
          body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
        })
      ).json.access_token ?? '',
    )
  })

  test('into the lists of the device fleet, which never answer them', async () => {
    const [wifi, ssh, factory, pin] = [
      secret('Wi-Fi password', 'Mrk7-wifi-of-a-node'),
      secret('SSH password', 'Mrk7-ssh-of-a-node'),
      secret('secret of a factory config', 'Mrk7-factory-key'),
      secret('secret of a node config', 'Mrk7-node-token'),
    ]
    const mac = '00:1E:42:0A:0B:0C'
    const way = { ip: '10.0.0.4', port: 22, user: 'root' }
    const answers = [
      await call('POST', '/api/hubble/connection/wifi', { token: admin, body: { mac, ssid: 'Shop', password: wifi } }),
      await call('PUT', `/api/hubble/connection/wifi/${mac}`, {
        token: admin,
        body: { ssid: 'Shop', password: secret('second Wi-Fi password', 'Mrk7-wifi-changed') },
      }),
      await call('POST', '/api/hubble/connection/ssh', { token: admin, body: { mac, ...way, password: ssh } }),
      await call('PUT', `/api/hubble/connection/ssh/${mac}/tunnel/toggle`, { token: admin }),
      await call('POST', '/api/hubble/factory-configs', {
        token: admin,
        body: { config: { mac, settings: { model: 'RUT241', wifi_key: factory } } },
      }),
      await call('POST', '/api/hubble/factory-configs', {
        token: admin,
        body: { config: { mac, settings: { model: 'RUT951', wifi_key: null } }, overwrite: true },
      }),
      await call('PUT', `/api/hubble/nodes/config/${mac}`, {
        token: admin,
        body: { settings: { server: 'https://a.test', api_token: pin } },
      }),
      // Refusals do not repeat what was sent.
      await call('POST', '/api/hubble/connection/wifi', { token: admin, body: { mac, ssid: 'Shop', password: wifi } }),
      await call('POST', '/api/hubble/connection/ssh', { token: admin, body: { mac, ...way, password: [ssh] } }),
      await call('POST', '/api/hubble/factory-configs', {
        token: admin,
        body: { config: { mac, settings: { wifi_key: [factory] } } },
      }),
      ...(await Promise.all(
        ['connection/wifi', 'connection/ssh', 'factory-configs', 'nodes/config', 'nodes'].map((list) =>
          call('GET', `/api/hubble/${list}`, { token: admin }),
        ),
      )),
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      201, 200, 201, 200, 201, 201, 200, 409, 400, 400, 200, 200, 200, 200, 200,
    ])
    expect(found(new Map([['an answer', Buffer.from(JSON.stringify(answers))]]))).toEqual([])
  })

  test('by a public link', async () => {
    const { status, json } = await call('POST', '/api/public-links', {
      token: admin,
      body: {
        name: 'Board',
        dashboard: 'foot-compare',
        clients: [screenClient],
        locals: null,
        values: {},
        periods: 'rolling',
        timeZone: 'Europe/Madrid',
        lang: 'es',
        endsAt: Date.now() + 3_600_000,
        origins: [],
      },
    })
    expect(status).toBe(201)
    const token = secret('token of a public link', json.token ?? '')
    const wrong = secret('wrong token of a public link', newToken())
    const view = (body: object) => call('POST', '/api/public-links/view', { body })
    expect((await view({ token: wrong })).status).toBe(404)
    expect((await view({ token: [token] })).status).toBe(400)
    expect((await view({ token })).status).toBe(200)
    expect((await call('POST', '/api/public-links/ask', { body: { token, source: token, args: {} } })).status).toBe(403)
    expect((await call('POST', `/api/public-links/ask?token=${token}`, { body: { token: 'x' } })).status).toBe(400)
    expect((await call('GET', '/api/public-links', { token })).status).toBe(401)
  })

  test('by the link of a screen', async () => {
    const client = (await call('GET', '/api/clients', { token: admin })).text
    expect(client).toBe(`[{"id":${screenClient},"name":"Marca","type":"basic","externalId":null,"oldId":null}]`)
    const { status, json } = await call('POST', '/api/screens', {
      token: admin,
      body: {
        name: 'Hall',
        client: screenClient,
        dashboards: ['foot-compare'],
        search: `access_token=${person}`,
        seconds: 60,
        lang: 'es',
      },
    })
    expect(status).toBe(201)
    const token = secret('token of a screen', json.token ?? '')
    const wrong = secret('wrong token of a screen', newToken())
    expect((await call('POST', '/api/screens/session', { body: { token: wrong } })).status).toBe(401)
    expect((await call('POST', '/api/screens/session', { body: { token: [token] } })).status).toBe(400)
    expect((await call('GET', `/api/screens/current?token=${token}`, { token })).status).toBe(401)
    const session = secret(
      'session of a screen',
      (await call('POST', '/api/screens/session', { body: { token } })).json.access_token ?? '',
    )
    const shown = await call('GET', '/api/screens/current', { token: session })
    expect([shown.status, found(new Map([['the answer', Buffer.from(shown.text)]]))]).toEqual([200, []])
    expect((await call('GET', '/api/me', { token: session })).status).toBe(403)
    expect((await call('DELETE', `/api/screens/${json.id}`, { token: admin })).status).toBe(204)
    expect((await call('POST', '/api/screens/session', { body: { token } })).status).toBe(401)
  })

  test('by an API token', async () => {
    const draft = { name: 'Build server', access: 'write' }
    const { status, json } = await call('POST', '/api/auth/api-tokens', { token: admin, body: draft })
    expect(status).toBe(201)
    const token = secret('API token', json.token ?? '')
    const wrong = secret('wrong API token', newApiToken())
    expect((await call('GET', '/api/dashboards', { token })).status).toBe(200)
    expect((await call('GET', `/api/me?access_token=${token}`, { token })).status).toBe(403)
    expect((await call('GET', `/api/dashboards/${token}`, { token })).status).toBe(400)
    expect((await call('GET', '/api/dashboards', { token: wrong })).status).toBe(401)
    expect((await call('DELETE', `/api/auth/api-tokens/${json.id}`, { token: admin })).status).toBe(204)
    expect((await call('GET', '/api/dashboards', { token })).status).toBe(401)
  })

  test('by the corporate identity provider', async () => {
    const begun = await call('GET', '/api/oauth/redirect-authorize')
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const location = begun.headers.get('location') ?? ''
    secret('state at the provider', new URL(location).searchParams.get('state') ?? '')
    const back = new URL(await provider.signIn(location, 'external'))
    secret('code of the provider', back.searchParams.get('code') ?? '')
    const { headers } = await call('GET', `${back.pathname}${back.search}`, { headers: { cookie } })
    const code = secret(
      'code of our link',
      new URL(headers.get('location') ?? '', PUBLIC_URL).searchParams.get('access_token') ?? '',
    )
    const opened = await call('POST', '/api/oauth/exchange', { body: { code } })
    secret('session by provider', opened.json.access_token ?? '')
    expect((await call('POST', '/api/oauth/exchange', { body: { code } })).status).toBe(404)
    secret(
      'renewed session',
      (await call('POST', '/api/oauth/exchange', { token: opened.json.access_token ?? '' })).json.access_token ?? '',
    )
    expect(
      (await call('GET', `${back.pathname}${back.search}`, { headers: { cookie } })).headers.get('location'),
    ).toMatch(/error=/)
  })

  test('and what the page reports about it: events, a beacon, a report', async () => {
    const event = {
      id: 'e1',
      event: 'open',
      timestamp: Date.now(),
      meta: { access_token: person, note: `came with access_token=${person}` },
      routeState: {
        path: `/changepass/${person}?access_token=${person}`,
        params: { token: person },
        query: { access_token: person, code: 'Mrk7-code-in-query' },
      },
      referer: { path: `/login?access_token=${person}`, query: { access_token: person } },
    }
    secret('code in a query', 'Mrk7-code-in-query')
    expect((await call('POST', '/api/monitoring/tracking/', { token: person, body: { events: [event] } })).status).toBe(
      204,
    )
    expect(
      (
        await call('POST', '/api/monitoring/tracking/beacon', {
          headers: { 'content-type': 'text/plain', origin: PUBLIC_URL },
          body: { events: [{ ...event, id: 'e2' }], access_token: person },
        })
      ).status,
    ).toBe(204)
    expect(
      (
        await call('POST', '/api/monitoring/tracking/beacon', {
          headers: { 'content-type': 'text/plain', origin: 'https://evil.test' },
          body: { events: [event], access_token: person },
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await call('POST', '/api/csp-report', {
          headers: { 'content-type': 'application/csp-report' },
          body: {
            'csp-report': {
              'document-uri': `${PUBLIC_URL}/changepass/${person}?access_token=${person}`,
              'effective-directive': 'script-src',
              'blocked-uri': 'inline',
              'script-sample': person,
            },
          },
        })
      ).status,
    ).toBe(204)
    expect((await call('POST', '/api/logout', { token: person })).status).toBe(204)
  })
})

describe('afterwards', () => {
  test('the search finds what is there: each secret would be noticed', () => {
    for (const [what, value] of secrets)
      expect(found(new Map([['a copy', Buffer.from(`x${value}x`)]]))).toContain(`${what} in a copy`)
    expect(secrets.size).toBeGreaterThan(30)
  })

  test('no secret is in the log or in an error', () => {
    expect(log.length).toBeGreaterThan(40)
    expect(refusals.length).toBeGreaterThan(15)
    expect(
      found(
        new Map([
          ['the log', Buffer.from(log.join(''))],
          ['a refusal', Buffer.from(refusals.join('\n'))],
        ]),
      ),
    ).toEqual([])
  })

  test('no secret is in any file of the data directory, while it runs and after it', async () => {
    const files = directory()
    expect([...files.keys()]).toEqual(expect.arrayContaining(['catalog.sqlite', 'catalog.sqlite-wal']))
    expect(Buffer.concat([...files.values()]).includes('person@aforo.test')).toBe(true)
    expect(found(files)).toEqual([])
    await running.close()
    expect(found(directory())).toEqual([])
  })

  test('nor in the log of a server whose mail server and identity provider are away', async () => {
    const [mail, idp] = [
      secret('password of the mail server', 'Mrk7-smtp-password'),
      secret('secret of the away provider', 'Mrk7-away-provider-secret'),
    ]
    const f = await fixture({
      config: {
        smtpUrl: `smtp://aforo:${mail}@127.0.0.1:9`,
        idp: { issuer: 'http://127.0.0.1:9', clientId: 'aforo', clientSecret: idp },
        logLevel: 'debug',
      },
    })
    await f.app.inject({ method: 'POST', url: '/api/scewc', payload: { email: 'analyst@aforo.test' } })
    await f.app.background.settled()
    const { headers } = await f.app.inject({ method: 'GET', url: '/api/oauth/redirect-authorize' })
    expect(headers.location).toBe('/login?error=IDP_UNREACHABLE')
    await f.close()
    expect(f.log.join('')).toContain('mail not sent yet')
    expect(found(new Map([['the log', Buffer.from(f.log.join(''))]]))).toEqual([])
  })
})

/** Signing in for other programs, on a catalog in memory: who may ask, what a code is worth, and what is noted. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { refusedTries } from '../audit/refused-tries.ts'
import type { Credentials } from '../session/credentials-repo.ts'
import { loginThrottle } from '../session/throttle.ts'
import { oauthService } from './service.ts'
import type { LoginRequest } from './service.ts'

const MINUTE = 60_000
const URI = 'https://page.example.com/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const clock = { time: Date.UTC(2026, 10, 20, 12), now: () => clock.time }
const SENDER = { address: '192.0.2.1', agent: 'Firefox' }
let catalog: Catalog
let service: ReturnType<typeof oauthService>
let ana: Credentials
let opened: unknown[] = []
let tried = 0
let made = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  clock.time += 60 * MINUTE
  ;[opened, tried] = [[], 0]
  made += 1
  const rights = { passwordHash: 'x', role: 'basic' as const, clients: [], flags: [] }
  const { id } = await catalog.users.insert(SYSTEM_SCOPE, { username: `ana-${made}@aforo.test`, ...rights }, clock.time)
  ana = (await catalog.sessions.credentialsOf(id))!
  service = oauthService({
    catalog,
    sessions: {
      open: async (...given: unknown[]) => {
        opened.push(given)
        return { access_token: 't', token_type: 'Bearer', expires_in: 1 }
      },
    } as never,
    authenticate: async () => {
      tried += 1
      return ana
    },
    throttle: loginThrottle(clock),
    refusedTries: refusedTries({ audit: catalog.audit, clock }),
    clock,
  })
})

async function client({ pkce = false, enabled = true, secret = 'secret' } = {}) {
  made += 1
  const clientId = `page-${made}`
  await catalog.apiClients.insert(
    SYSTEM_SCOPE,
    { name: `Page ${made}`, redirectUris: [URI, `${URI}/2`], enabled, pkce, flags: [], clients: [] },
    { clientId, secretHash: hashOf(secret), at: clock.time },
  )
  return { ...(await catalog.apiClients.credentials(clientId))!, secret }
}
const requestOf = (clientId: string, more: Partial<LoginRequest> = {}): LoginRequest => ({
  client_id: clientId,
  redirect_uri: URI,
  response_type: 'code',
  ...more,
})
const login = (request: LoginRequest) => service.login(request, SENDER as never)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }: { code?: string; message?: string }) => [code, message],
  )
const NO_CLIENT = [
  'OAUTH_CLIENT_INVALID',
  'There is no enabled API client with this client_id, redirect_uri and secret.',
]
const NO_CODE = ['OAUTH_CODE_INVALID', 'This code is not valid, or not any more, for this client and redirect_uri.']
const redeem = (clientId: string, code: string, more: object = {}) =>
  service.redeem(
    { grant_type: 'authorization_code', code, redirect_uri: URI, client_id: clientId, ...more } as never,
    SENDER,
  )

describe('a login for a page', () => {
  test('is not tried for a page that may not ask, or asks for something else', async () => {
    const [page, modern, off] = [await client(), await client({ pkce: true }), await client({ enabled: false })]
    const invalid = (what: string) => ['OAUTH_REQUEST_INVALID', what]
    const at = (more: Partial<LoginRequest>, id = page.clientId) => refused(login(requestOf(id, more)))
    expect(await at({}, 'nobody')).toEqual(NO_CLIENT)
    expect(await at({}, off.clientId)).toEqual(NO_CLIENT)
    expect(await at({ redirect_uri: `${URI}/` })).toEqual(NO_CLIENT)
    expect(await refused(login({ response_type: 'code' }))).toEqual(NO_CLIENT)
    expect(await refused(login({ client_id: page.clientId, redirect_uri: URI }))).toEqual(
      invalid('response_type is ""; expected code.'),
    )
    expect(await at({ response_type: 'token' })).toEqual(invalid('response_type is "token"; expected code.'))
    expect(await at({ code_challenge_method: 'S256' })).toEqual(
      invalid('code_challenge_method came without code_challenge.'),
    )
    expect(await at({}, modern.clientId)).toEqual(
      invalid('This client must send code_challenge with code_challenge_method=S256.'),
    )
    expect(await at({ code_challenge: CHALLENGE, code_challenge_method: 'plain' })).toEqual(
      invalid('code_challenge_method is "plain"; expected S256.'),
    )
    expect(await at({ code_challenge: CHALLENGE })).toEqual(invalid('code_challenge_method is ""; expected S256.'))
    for (const code_challenge of [CHALLENGE.slice(1), `${CHALLENGE}a`, `+${CHALLENGE.slice(1)}`])
      expect(await at({ code_challenge, code_challenge_method: 'S256' })).toEqual(
        invalid('code_challenge is not the base64url of a SHA-256.'),
      )
    expect(tried).toBe(0)
  })

  test('answers a code with what was asked, and is noted with the page', async () => {
    const page = await client()
    const answer = await login(requestOf(page.clientId, { state: 'S', redirect_uri: `${URI}/2` }))
    expect(answer).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 'S', redirect_uri: `${URI}/2` })
    expect((await login(requestOf(page.clientId))).state).toBe('')
    expect((await catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
      action: 'oauth.login',
      target: ana.username,
      details: { client: page.clientId, address: '192.0.2.1' },
      at: clock.time,
    })
  })
})

describe('a code', () => {
  test('opens one session of the page for the person, within a minute, with the secret', async () => {
    const page = await client()
    const code = async () => (await login(requestOf(page.clientId))).code
    const first = await code()
    // A wrong secret does not spend it; none proves nothing, and does.
    expect(await refused(redeem(page.clientId, first, { client_secret: 'wrong' }))).toEqual(NO_CLIENT)
    expect(await redeem(page.clientId, first, { client_secret: 'secret' })).toMatchObject({ access_token: 't' })
    expect(opened).toEqual([
      [expect.objectContaining({ id: ana.id }), SENDER, { page: expect.objectContaining({ clientId: page.clientId }) }],
    ])
    const secret = { client_secret: 'secret' }
    expect(await refused(redeem(page.clientId, first, secret))).toEqual(NO_CODE)
    expect(await refused(redeem(page.clientId, await code()))).toEqual(NO_CODE)
    expect(await refused(redeem(page.clientId, await code(), { ...secret, code_verifier: VERIFIER }))).toEqual(NO_CODE)
    expect(await refused(redeem(page.clientId, await code(), { ...secret, redirect_uri: `${URI}/2` }))).toEqual(NO_CODE)
    const other = await client()
    expect(await refused(redeem(other.clientId, await code(), secret))).toEqual(NO_CODE)
    const [soon, late] = [await code(), await code()]
    clock.time += MINUTE - 1
    expect(await refused(redeem(page.clientId, soon, secret))).toBe('done')
    clock.time += 1
    expect(await refused(redeem(page.clientId, late, secret))).toEqual(NO_CODE)
    const lost = await code()
    await catalog.users.setEnabled(SYSTEM_SCOPE, ana.id, false)
    expect(await refused(redeem(page.clientId, lost, secret))).toEqual(NO_CODE)
    expect(await refused(redeem('nobody', lost, secret))).toEqual(NO_CLIENT)
    expect(opened).toHaveLength(2)
  })

  test('that was asked for with a challenge needs its verifier, and no secret', async () => {
    const page = await client({ pkce: true })
    const code = async () =>
      (await login(requestOf(page.clientId, { code_challenge: CHALLENGE, code_challenge_method: 'S256' }))).code
    expect(await refused(redeem(page.clientId, await code()))).toEqual(NO_CODE)
    expect(await refused(redeem(page.clientId, await code(), { client_secret: 'secret' }))).toEqual(NO_CODE)
    expect(await refused(redeem(page.clientId, await code(), { code_verifier: 'w'.repeat(43) }))).toEqual(NO_CODE)
    expect(await refused(redeem(page.clientId, await code(), { code_verifier: VERIFIER }))).toBe('done')
    const off = await code()
    const { name } = (await catalog.apiClients.list(SYSTEM_SCOPE)).find((one) => one.id === page.id)!
    const draft = { name, redirectUris: [URI], enabled: false, pkce: true, flags: [], clients: [] }
    await catalog.apiClients.replace(SYSTEM_SCOPE, page.id, draft, clock.time)
    expect(await refused(redeem(page.clientId, off, { code_verifier: VERIFIER }))).toEqual(NO_CLIENT)
  })

  test('is kept until it expires, and removed with the next one', async () => {
    const { oauthCodes } = catalog
    const page = await client()
    const stored = { userId: ana.id, apiClientId: page.id, redirectUri: URI, challenge: null }
    await oauthCodes.add('old', { ...stored, expiresAt: 9 })
    await oauthCodes.add('new', { ...stored, challenge: 'c', expiresAt: 10 })
    await oauthCodes.sweep(10)
    expect([await oauthCodes.take('old'), await oauthCodes.take('new'), await oauthCodes.take('new')]).toEqual([
      undefined,
      { ...stored, challenge: 'c', expiresAt: 10 },
      undefined,
    ])
  })
})

describe('a program', () => {
  const signIn = (clientId: string, secret = 'secret') =>
    service.signIn({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret } as never, SENDER)

  test('signs in as its own user with its secret, while both are on; what is refused is noted', async () => {
    const program = await client()
    await signIn(program.clientId)
    expect(opened).toEqual([[expect.objectContaining({ id: program.userId, loginType: 'service' }), SENDER]])
    expect(await refused(signIn(program.clientId, 'wrong'))).toEqual(NO_CLIENT)
    expect((await catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
      action: 'session.refuse',
      target: `api:${program.clientId}`,
      details: { address: '192.0.2.1' },
      at: clock.time,
    })
    expect(await refused(signIn('nobody'))).toEqual(NO_CLIENT)
    expect(await refused(signIn((await client({ enabled: false })).clientId))).toEqual(NO_CLIENT)
    await catalog.users.setEnabled(SYSTEM_SCOPE, program.userId, false)
    expect(await refused(signIn(program.clientId))).toEqual(NO_CLIENT)
    expect(opened).toHaveLength(1)
  })

  test('waits after five wrong secrets, and a right one before that takes them back', async () => {
    const program = await client()
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 4; n += 1) expect(await refused(signIn(program.clientId, 'wrong'))).toEqual(NO_CLIENT)
      expect(await refused(signIn(program.clientId))).toBe('done')
    }
    for (let n = 0; n < 5; n += 1) await refused(signIn(program.clientId, 'wrong'))
    expect((await refused(signIn(program.clientId)))[0]).toBe('LOGIN_TOO_MANY')
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REMOVED, scrubBag, scrubEvent, scrubPath, scrubText } from './scrub.ts'

const TOKEN = 'q7W2-xkP_9Lr4TzB1nVc8YdM3sGf6HjK0aEu5RoQ2Zi'

test('a token is removed at any place', () => {
  expect(scrubPath(`/changepass/${TOKEN}?x=1#y`)).toBe(`/changepass/${REMOVED}`)
  expect(scrubPath('/changepass/short-but-secret')).toBe(`/changepass/${REMOVED}`)
  expect(scrubPath(`/rtoccupancy/3/zone/2?access_token=${TOKEN}`)).toBe('/rtoccupancy/3/zone/2')
  expect(scrubText(`failed: /login?redirect=%2F&access_token=abc&x=1`)).toBe(
    `failed: /login?redirect=%2F&access_token=${REMOVED}&x=1`,
  )
  expect(scrubText(`Bearer ${TOKEN}`)).toBe(`Bearer ${REMOVED}`)
})

test('values are removed by their name, in any spelling', () => {
  const names = [
    'access_token',
    'accessToken',
    'ACCESS-TOKEN',
    'token',
    'password',
    'newPassword',
    'pass',
    'code',
    'otp',
    'state',
    'client_secret',
    'apiKey',
    'session',
    'Authorization',
    'code_verifier',
  ]
  expect(scrubBag(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(
    Object.fromEntries(names.map((name) => [name, REMOVED])),
  )
})

test('text without secrets stays unchanged', () => {
  const bag = {
    client: 3,
    local: '12',
    day: '2026-11-20',
    open: true,
    compass: 'north',
    name: 'footCompareByDayAndLocalOfTheWholeCompany',
    nothing: null,
  }
  expect(scrubBag(bag)).toEqual(bag)
  expect(scrubPath('/users/foot/dashboards/view/foot-compare')).toBe('/users/foot/dashboards/view/foot-compare')
})

test('an event keeps its shape', () => {
  const event = {
    id: 'e1',
    event: 'route',
    module: 'session',
    timestamp: 1,
    meta: { token: TOKEN, clicks: 2 },
    routeState: { params: { token: TOKEN }, path: `/changepass/${TOKEN}`, query: { access_token: TOKEN, tab: 'a' } },
    referer: { id: 'e0', event: 'login', path: `/login?code=${TOKEN}`, params: {}, query: { code: 'x' }, timestamp: 0 },
  }
  expect(scrubEvent(event)).toEqual({
    id: 'e1',
    event: 'route',
    module: 'session',
    timestamp: 1,
    meta: { token: REMOVED, clicks: 2 },
    routeState: {
      params: { token: REMOVED },
      path: `/changepass/${REMOVED}`,
      query: { access_token: REMOVED, tab: 'a' },
    },
    referer: { id: 'e0', event: 'login', path: '/login', params: {}, query: { code: REMOVED }, timestamp: 0 },
  })
  expect(scrubEvent({ event: 'x', routeState: null, meta: null })).toEqual({ event: 'x', routeState: null, meta: null })
})

test('no token of ours survives in any text, path or bag, and scrubbing twice changes nothing more', () => {
  const token = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
  const around = fc.string({ maxLength: 20 }).filter((text) => !/[A-Za-z0-9_-]$/.test(text))
  fc.assert(
    fc.property(token, around, (secret, before) => {
      const out = scrubText(`${before}${secret}`)
      expect(out.includes(secret)).toBe(false)
      expect(scrubText(out)).toBe(out)
      expect(scrubPath(`/x/${secret}/y`)).toBe(`/x/${REMOVED}/y`)
      expect(JSON.stringify(scrubBag({ note: secret }))).not.toContain(secret)
    }),
  )
})

test('a token of ours has 43 characters, of any kind; any other is long, letters and digits', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR'
  expect([scrubText(letters.slice(0, 43)), scrubText(letters.slice(0, 42)), scrubText(letters.slice(0, 44))]).toEqual([
    REMOVED,
    letters.slice(0, 42),
    letters.slice(0, 44),
  ])
  const mixed = 'abc1'.repeat(8)
  expect([scrubText(mixed), scrubText(mixed.slice(1)), scrubText('7'.repeat(32))]).toEqual([
    REMOVED,
    mixed.slice(1),
    '7'.repeat(32),
  ])
  expect(scrubText(`x ${mixed}.${mixed}.sig-na_ture1 y`)).toBe(`x ${REMOVED} y`)
})

test('a pair inside of a text loses its value up to the next separator, in an address and in words', () => {
  for (const [text, left] of [
    ['otp=123456&x=1', `otp=${REMOVED}&x=1`],
    ['Password: secret word', `Password: ${REMOVED} word`],
    ['pwd:x;y', `pwd:${REMOVED};y`],
    ['api-key%3Dabc,d', `api-key%3D${REMOVED},d`],
    ['refresh_token="x"', `refresh_token="x"`],
    ['token = x', 'token = x'],
  ] as const)
    expect([text, scrubText(text)]).toEqual([text, left])
})

test('the name of an event and its module lose their tokens too, and no missing field is added', () => {
  expect(scrubEvent({ event: `opened ${TOKEN}`, module: `session ${TOKEN}` })).toEqual({
    event: `opened ${REMOVED}`,
    module: `session ${REMOVED}`,
  })
  expect(scrubEvent({ module: null })).toStrictEqual({ module: null })
  expect(scrubEvent({ routeState: { path: null, query: null } })).toStrictEqual({
    routeState: { path: null, query: null },
  })
})

test('names with a secret in any spelling lose their value, words that only hold such letters keep it', () => {
  const secret = [
    'passphrase',
    'passwd',
    'x-api-key',
    'api_key',
    'otp-code',
    'otpcode',
    'code_verifier',
    'code-verifier',
    'sig',
    'auth',
    'jwt',
    'pin',
    'cookie',
    'credential',
    'passCode',
  ]
  const plain = ['compass', 'barcode', 'spinner', 'design', 'author', 'keyboard', 'stateless', 'apishkey', 'codes']
  const kept = (names: readonly string[]) =>
    Object.values(scrubBag(Object.fromEntries(names.map((name) => [name, 'x']))))
  expect([new Set(kept(secret)), new Set(kept(plain))]).toEqual([new Set([REMOVED]), new Set(['x'])])
})

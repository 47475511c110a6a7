import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REMOVED, scrubBag, scrubEvent, scrubPath, scrubText } from './scrub.ts'

const TOKEN = 'q7W2-xkP_9Lr4TzB1nVc8YdM3sGf6HjK0aEu5RoQ2Zi'

test('a token is removed wherever it stands', () => {
  expect(scrubPath(`/changepass/${TOKEN}?x=1#y`)).toBe(`/changepass/${REMOVED}`)
  expect(scrubPath('/changepass/short-but-secret')).toBe(`/changepass/${REMOVED}`)
  expect(scrubPath(`/rtoccupancy/3/zone/2?access_token=${TOKEN}`)).toBe('/rtoccupancy/3/zone/2')
  expect(scrubText(`failed: /login?redirect=%2F&access_token=abc&x=1`)).toBe(`failed: /login?redirect=%2F&access_token=${REMOVED}&x=1`)
  expect(scrubText(`Bearer ${TOKEN}`)).toBe(`Bearer ${REMOVED}`)
})

test('values are removed by the name they have, whatever it is spelled like', () => {
  const names = ['access_token', 'accessToken', 'ACCESS-TOKEN', 'token', 'password', 'newPassword', 'pass', 'code', 'otp', 'state', 'client_secret', 'apiKey', 'session', 'Authorization', 'code_verifier']
  expect(scrubBag(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(Object.fromEntries(names.map((name) => [name, REMOVED])))
})

test('what says nothing secret stays as it is', () => {
  const bag = { client: 3, local: '12', day: '2026-11-20', open: true, compass: 'north', name: 'footCompareByDayAndLocalOfTheWholeCompany', nothing: null }
  expect(scrubBag(bag)).toEqual(bag)
  expect(scrubPath('/users/foot/dashboards/view/foot-compare')).toBe('/users/foot/dashboards/view/foot-compare')
})

test('an event keeps its shape', () => {
  const event = {
    id: 'e1', event: 'route', module: 'session', timestamp: 1, meta: { token: TOKEN, clicks: 2 },
    routeState: { params: { token: TOKEN }, path: `/changepass/${TOKEN}`, query: { access_token: TOKEN, tab: 'a' } },
    referer: { id: 'e0', event: 'login', path: `/login?code=${TOKEN}`, params: {}, query: { code: 'x' }, timestamp: 0 },
  }
  expect(scrubEvent(event)).toEqual({
    id: 'e1', event: 'route', module: 'session', timestamp: 1, meta: { token: REMOVED, clicks: 2 },
    routeState: { params: { token: REMOVED }, path: `/changepass/${REMOVED}`, query: { access_token: REMOVED, tab: 'a' } },
    referer: { id: 'e0', event: 'login', path: '/login', params: {}, query: { code: REMOVED }, timestamp: 0 },
  })
  expect(scrubEvent({ event: 'x', routeState: null, meta: null })).toEqual({ event: 'x', routeState: null, meta: null })
})

test('no token of ours survives in any text, path or bag, and scrubbing twice changes nothing more', () => {
  const token = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
  const around = fc.string({ maxLength: 20 }).filter((text) => !/[A-Za-z0-9_-]$/.test(text))
  fc.assert(fc.property(token, around, (secret, before) => {
    const out = scrubText(`${before}${secret}`)
    expect(out.includes(secret)).toBe(false)
    expect(scrubText(out)).toBe(out)
    expect(scrubPath(`/x/${secret}/y`)).toBe(`/x/${REMOVED}/y`)
    expect(JSON.stringify(scrubBag({ note: secret }))).not.toContain(secret)
  }))
})

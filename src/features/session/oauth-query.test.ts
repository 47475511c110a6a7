import { expect, test } from 'vitest'
import { landingOf, oauthParamsOf } from './oauth-query.ts'

const GOOD = { client_id: 'spaces', redirect_uri: 'https://app.test/back?x=1', response_type: 'code', state: 's-1' }
const ask = (change: Record<string, string>) => oauthParamsOf(new URLSearchParams({ ...GOOD, ...change }))

test('nothing sent along names all four parameters', () =>
  expect(oauthParamsOf(new URLSearchParams())).toEqual({
    wrong: ['client_id', 'redirect_uri', 'response_type', 'state'],
  }))

test.each([
  ['redirect_uri', ['java', 'script:alert(1)'].join('')],
  ['redirect_uri', '/local'],
  ['redirect_uri', 'data:text/html,x'],
  ['response_type', 'token'],
  ['state', 'á\nb'],
  ['client_id', '日本'],
  ['client_id', ''],
])('%s as %j is not taken', (name, value) => expect(ask({ [name]: value })).toEqual({ wrong: [name] }))

test('a complete query is passed on, with the challenge when there is one', () => {
  expect(ask({})).toEqual({ params: GOOD, host: 'app.test' })
  expect(ask({ code_challenge: 'abc', code_challenge_method: 'S256' })).toEqual({
    params: { ...GOOD, code_challenge: 'abc', code_challenge_method: 'S256' },
    host: 'app.test',
  })
})

test('the browser goes to the address the server names, with code and state added', () => {
  expect(landingOf({ code: 'c&1', state: 's 1', redirect_uri: 'https://app.test/back?x=1#y' })).toBe(
    'https://app.test/back?x=1&code=c%261&state=s+1#y',
  )
  expect(landingOf({ code: 'c', state: 's', redirect_uri: ['java', 'script:alert(1)'].join('') })).toBeNull()
})

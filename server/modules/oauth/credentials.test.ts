/** How a sign-in's credentials are read, and refused, before any account is looked up. */
import { fastify } from 'fastify'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { credentialsFromHeaders, loginRequestFromHeaders } from './credentials.ts'
import { readForms } from './read-forms.ts'

const from = (headers: Record<string, unknown>) =>
  credentialsFromHeaders({ headers: { grant_type: 'password', ...headers } } as unknown as FastifyRequest)
const refusal = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return [code, message]
  }
}

describe('credentials in headers', () => {
  test('are taken as they are, or percent-encoded where a header says so', () => {
    expect(from({ username: 'a%20na', password: 'ç%C3' })).toEqual({ username: 'a%20na', password: 'ç%C3' })
    const encoding = { 'credentials-encoding': 'percent-utf-8' }
    expect(from({ ...encoding, username: 'a%20na', password: '%C3%A7%E2%82%AC' })).toEqual({
      username: 'a na',
      password: 'ç€',
    })
  })

  test('are refused in an invalid or another encoding', () => {
    expect(refusal(() => from({ 'credentials-encoding': 'base64', username: 'ana', password: 'x' }))).toEqual([
      'LOGIN_INCOMPLETE',
      'credentials-encoding is "base64"; expected percent-utf-8, or no such header.',
    ])
    const long = { 'credentials-encoding': 'b'.repeat(99), username: 'ana', password: 'x' }
    expect(refusal(() => from(long))).toEqual(['LOGIN_INCOMPLETE', expect.stringContaining(`is "${'b'.repeat(40)}";`)])
    expect(
      refusal(() => from({ 'credentials-encoding': 'percent-utf-8', username: 'ana', password: '%E2%82' })),
    ).toEqual([
      'LOGIN_INCOMPLETE',
      'The header password is not percent-encoded UTF-8, as credentials-encoding says it is.',
    ])
    expect(refusal(() => from({ 'credentials-encoding': 'percent-utf-8', username: '%', password: 'x' }))).toEqual([
      'LOGIN_INCOMPLETE',
      expect.stringContaining('The header username is not'),
    ])
  })

  test('are refused without a name, a password, or the one grant that there is', () => {
    const incomplete = ['LOGIN_INCOMPLETE', 'A sign-in needs a username and a password, in the body or as headers.']
    for (const headers of [
      {},
      { username: 'ana' },
      { password: 'x' },
      { username: '', password: 'x' },
      { username: 'ana', password: '' },
    ]) {
      expect(refusal(() => from(headers))).toEqual(incomplete)
    }
    const whole = { username: 'ana', password: 'x' }
    expect(refusal(() => from({ ...whole, grant_type: 'refresh' }))).toEqual([
      'LOGIN_INCOMPLETE',
      'grant_type is "refresh"; expected password.',
    ])
    expect(refusal(() => from({ ...whole, grant_type: undefined }))).toEqual([
      'LOGIN_INCOMPLETE',
      'grant_type is ""; expected password.',
    ])
    expect(refusal(() => from({ ...whole, grant_type: 'g'.repeat(99) }))).toEqual([
      'LOGIN_INCOMPLETE',
      `grant_type is "${'g'.repeat(40)}"; expected password.`,
    ])
  })

  test('are refused beyond 254 and 512 characters', () => {
    const long = ['LOGIN_INCOMPLETE', 'The username or the password is too long: at most 254 and 512 characters.']
    expect(from({ username: 'a'.repeat(254), password: 'p'.repeat(512) })).toMatchObject({ username: 'a'.repeat(254) })
    expect(refusal(() => from({ username: 'a'.repeat(255), password: 'x' }))).toEqual(long)
    expect(refusal(() => from({ username: 'a', password: 'p'.repeat(513) }))).toEqual(long)
  })
})

describe('the parameters of a login in headers', () => {
  const read = (headers: Record<string, unknown>) => loginRequestFromHeaders({ headers } as unknown as FastifyRequest)

  test('are the six of an authorization request, and nothing else', () => {
    const six = {
      client_id: 'a',
      redirect_uri: 'b',
      response_type: 'c',
      state: 'd',
      code_challenge: 'e',
      code_challenge_method: 'f',
    }
    expect(read({ ...six, scope: 'x', host: 'y' })).toEqual(six)
    expect(read({ state: ['a', 'b'] })).toEqual({})
  })

  test('are refused beyond 2,000 characters', () => {
    expect(read({ state: 's'.repeat(2000) })).toEqual({ state: 's'.repeat(2000) })
    expect(refusal(() => read({ state: 's'.repeat(2001) }))).toEqual([
      'OAUTH_REQUEST_INVALID',
      'state is too long: at most 2000 characters.',
    ])
  })
})

test('a form is read as text, a key given twice as a list, and an empty one as nothing', async () => {
  const app = fastify()
  readForms(app)
  app.post('/', (request) => ({ body: request.body }))
  const post = async (payload: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/',
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).json<unknown>()
  expect(await post('a=1&b=x+y&a=%C3%A7&c=')).toEqual({ body: { a: ['1', 'ç'], b: 'x y', c: '' } })
  expect(await post('')).toEqual({ body: null })
  await app.close()
})

import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { sessionApi } from './session.ts'

test('a sign-in for another page is sent with any password: percent-encoded in its headers', async () => {
  const seen: Headers[] = []
  const client = createClient({
    tokens: { get: () => null, set: () => undefined, clear: () => undefined },
    onUnauthorized: () => undefined,
    fetch: (_address, init) => {
      // What a browser does: a header outside Latin-1 sends nothing at all.
      seen.push(new Headers(init?.headers))
      return Promise.resolve(Response.json({ code: 'c'.repeat(43), state: 's', redirect_uri: 'https://app.test/back' }))
    },
  })
  await sessionApi(client).authorize('ñandú@aforo.test', 'Clave-€-密码-%-1', {
    client_id: 'spaces',
    redirect_uri: 'https://app.test/back',
    response_type: 'code',
    state: 's',
  })
  const sent = (name: string) => seen[0]?.get(name) ?? ''
  expect([
    decodeURIComponent(sent('username')),
    decodeURIComponent(sent('password')),
    sent('credentials-encoding'),
    sent('grant_type'),
    sent('state'),
  ]).toEqual(['ñandú@aforo.test', 'Clave-€-密码-%-1', 'percent-utf-8', 'password', 's'])
})

/** A real OpenID provider to sign in at, with the accounts that the test defines. For tests only. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface Person {
  readonly email?: string
  readonly email_verified?: boolean
}

export interface TestIdentityProvider {
  readonly issuer: string
  /**
   * Goes through the provider's own pages from an authorize address as this person; gives the address they lead back
   * to.
   */
  signIn(location: string, person: string): Promise<string>
  /** The same, but the person says no. */
  cancel(location: string): Promise<string>
  close(): Promise<void>
}

export const CLIENT = { clientId: 'aforo', clientSecret: 'Marker-idp-secret-of-the-test-0123456789' } as const

export async function startIdentityProvider(
  people: Readonly<Record<string, Person>>,
  redirectUri: string,
): Promise<TestIdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => Promise.resolve({ sub: id, ...people[id] }) }),
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    void handle(request, response)
  })

  /** A browser with this provider's cookies, that stops where it would leave the provider. */
  function browser() {
    const cookies = new Map<string, string>()
    return async function go(address: string, form?: Record<string, string>): Promise<string> {
      let [url, body]: [URL, Record<string, string> | undefined] = [new URL(address, issuer), form]
      for (;;) {
        const reply = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(body && { method: 'POST', body: new URLSearchParams(body) }),
        })
        for (const cookie of reply.headers.getSetCookie()) {
          const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
          cookies.set(name, value)
        }
        const next = reply.headers.get('location')
        if (next === null) return url.href
        url = new URL(next, url)
        body = undefined
        if (url.origin !== issuer) return url.href
      }
    }
  }

  return {
    issuer,
    async signIn(location, person) {
      const go = browser()
      let at = await go(location)
      at = await go(at, { prompt: 'login', login: person, password: 'any' })
      return at.startsWith(issuer) ? go(at, { prompt: 'consent' }) : at
    },
    async cancel(location) {
      const go = browser()
      return go(`${await go(location)}/abort`)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

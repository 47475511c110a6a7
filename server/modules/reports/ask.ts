/**
 * How the making of a report asks the product: through its own calls, with its own rights, and never over the network.
 */
import type { FastifyInstance } from 'fastify'

export type Inject = Pick<FastifyInstance, 'inject'>['inject']

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** GET of a path of this product. */
export type Ask = (path: string, headers: Readonly<Record<string, string>>) => Promise<Answered>

/** `token` goes with calls of the API and with nothing else. */
export const askWith =
  (inject: Inject, token: string): Ask =>
  async (path, { host = '', accept = '*/*' }) => {
    const reply = await inject({
      method: 'GET',
      url: path,
      headers: { ...(host !== '' && { host }), accept, ...(path.startsWith('/api/') && { access_token: token }) },
    })
    const headers = Object.fromEntries(
      Object.entries(reply.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, [value].flat().join(', ')]],
      ),
    )
    return { status: reply.statusCode, headers, body: reply.rawPayload }
  }

/** The same as the `fetch` of the page's calls. */
export const fetchWith =
  (ask: Ask): typeof fetch =>
  async (input, { headers, signal } = {}) => {
    signal?.throwIfAborted()
    const {
      status,
      headers: answered,
      body,
    } = await ask(input instanceof Request ? input.url : String(input), Object.fromEntries(new Headers(headers)))
    signal?.throwIfAborted()
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(body), { status, headers: answered })
  }

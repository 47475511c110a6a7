/** Any call of the API in a test, by method and path. */
import type { Fixture } from './fixture.ts'

export interface Sent {
  readonly status: number
  readonly body: unknown
  readonly text: string
  readonly headers: Record<string, unknown>
}
export type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object | string | Buffer,
  headers?: Record<string, string>,
) => Promise<Sent>

/** Calls of one person; without a token, of no account. */
export function sender(f: Fixture, token?: string): Send {
  return async (method, path, payload, headers = {}) => {
    const reply = await f.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(token !== undefined && { access_token: token }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    const json = String(reply.headers['content-type']).includes('json')
    return {
      status: reply.statusCode,
      body: json ? reply.json() : reply.body,
      text: reply.body,
      headers: reply.headers,
    }
  }
}

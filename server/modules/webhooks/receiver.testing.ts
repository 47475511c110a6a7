/** An address of webhooks on a real socket: what came, and what is answered. For tests only. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export async function startReceiver() {
  const received: Received[] = []
  /** In the order in which requests come; the last one stays. */
  let answer: (reply: ServerResponse, request: Received) => void = (reply) => reply.end('ok')
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers, body }
      received.push(one)
      answer(reply, one)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    answers(next: typeof answer) {
      answer = next
    },
    /** With a status and a body. */
    says: (status: number, body = '', headers: Record<string, string> = {}) => {
      answer = (reply) => reply.writeHead(status, headers).end(body)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

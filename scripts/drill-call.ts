import { type Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly ms: number
  readonly retryAfter: number
}

/** Asks a server of this machine: with GET, or with POST where there is a body. */
export function call(agent: Agent, port: number, path: string, headers: Record<string, string>, body?: object) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const since = performance.now()
  const more = body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        path: `/api${path}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...more },
      },
      (answer) => {
        answer.resume().on('end', () => {
          const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN)
          resolve({ status: answer.statusCode ?? 0, ms: performance.now() - since, retryAfter })
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

/**
 * Requests refused before their body is read. The client gets the answer at once and no 100-continue, and its
 * connection ends: what it keeps sending would be taken for its next request, or waited for without limit.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { bodyOf } from './errors.ts'
import { NO_STORE } from './headers.ts'

/**
 * So long what still arrives is read and thrown away: a connection that is closed over unread bytes takes the answer
 * with it.
 */
const LINGER_MS = 1000

export function registerEarlyRefusals(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers, is404, routeOptions }) => {
    // Node would refuse it with an answer of its own.
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw new AppError('REQUEST_INVALID', 'The request names no host.')
    const coding = headers['content-encoding']
    if (is404 || coding === undefined || /^(identity)?$/i.test(coding.trim())) return
    // Devices pay for what they send, and what they send is small.
    if (routeOptions.config.authz?.subjects === 'device') return
    throw new AppError(
      'CONTENT_ENCODING_UNSUPPORTED',
      `The body has the content-encoding ${coding.slice(0, 40)}; send it as it is.`,
    )
  })

  app.addHook('onSend', async ({ raw }, reply) => {
    if (!isUnread(raw)) return
    void reply.header('connection', 'close')
    linger(raw.socket)
  })

  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response)
    app.server.emit('request', request, response)
  })
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = new AppError(
      'EXPECTATION_UNSUPPORTED',
      `Expect says ${JSON.stringify(String(request.headers.expect).slice(0, 40))}; expected 100-continue.`,
    )
    linger(request.socket)
    const body = JSON.stringify(bodyOf(refusal))
    const headers = {
      ...app.answerHeaders,
      'x-request-id': randomUUID(),
      'cache-control': NO_STORE,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    }
    response.writeHead(refusal.status, { ...headers, connection: 'close' }).end(body)
  })
}

/**
 * There is a body, and not all of it is here. An injected request is here from the start, and says nothing about it.
 */
const isUnread = (raw: IncomingMessage): boolean =>
  'complete' in raw &&
  !raw.complete &&
  (raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0)

/** Ends our side when the answer is out, and the rest a little later, or when the client has ended its own. */
function linger(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    socket.resume()
    const timer = setTimeout(() => {
      socket.destroy()
    }, LINGER_MS)
    socket.once('close', () => {
      clearTimeout(timer)
    })
  }
}

/** 100-continue is sent when the body is read, not before: a refused client need not send it. */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read.bind(request)
  let isContinued = false
  request._read = (size) => {
    if (!isContinued && !response.headersSent) response.writeContinue()
    isContinued = true
    read(size)
  }
}

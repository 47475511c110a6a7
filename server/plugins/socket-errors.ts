/** Requests so broken that Node gives them up before there is a request: they get our words and headers too. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { AppError } from '../lib/errors.ts'
import { bodyOf } from './errors.ts'
import { headersFor, NO_STORE } from './headers.ts'

interface SocketError extends Error {
  readonly code?: string
}

/** With every header that the answers to whole requests have. */
export const socketErrorAnswer =
  (publicUrl: string) =>
  (error: SocketError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal = refusalOf(error)
    const body = JSON.stringify(bodyOf(refusal))
    const headers = {
      ...headersFor(publicUrl),
      'x-request-id': randomUUID(),
      'cache-control': NO_STORE,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${body}`,
    )
  }

function refusalOf({ code }: SocketError): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'HEADERS_TOO_LARGE',
      'The address and the headers are too large together; ask for fewer things at once.',
    )
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time; send it again.')
  return new AppError('REQUEST_INVALID', 'The request is not valid HTTP.')
}

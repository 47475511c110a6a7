/**
 * A tiny server on loopback: files gzipped once at start, as a careful host would; what it does not have is asked of
 * `upstream`.
 */
import { glob, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as askUpstream, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const READY_PACKED = new Set(['.woff2', '.png', '.jpg'])

/** An empty page, which a visitor comes from. */
export const ELSEWHERE = '/elsewhere'

export interface Sent {
  readonly path: string
  readonly bytes: number
  readonly kind: 'js' | 'css' | 'data' | 'other'
}

export interface PageServer {
  readonly address: string
  /** Files and answers sent since the last call, with their size on the wire (bodies). */
  takeSent(): Sent[]
  stop(): Promise<void>
}

interface Served {
  readonly body: Buffer
  readonly type: string
  readonly packed: boolean
}

async function readFolder(folder: string): Promise<Map<string, Served>> {
  const files = new Map<string, Served>()
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const body = await readFile(path)
    const kind = extname(path)
    const packed = !READY_PACKED.has(kind)
    files.set(path.slice(folder.length), {
      body: packed ? gzipSync(body) : body,
      type: TYPES[kind] ?? 'application/octet-stream',
      packed,
    })
  }
  return files
}

const kindOf = (path: string): Sent['kind'] =>
  path.endsWith('.js') ? 'js' : path.endsWith('.css') ? 'css' : path.startsWith('/api/') ? 'data' : 'other'

/** Serves `folder`, its index.html for unknown pages. */
export async function servePage(folder: string, options: { upstream?: string } = {}): Promise<PageServer> {
  const files = await readFolder(folder)
  let sent: Sent[] = []

  function forward(request: IncomingMessage, response: ServerResponse, upstream: string): void {
    const path = request.url ?? '/'
    const asked = askUpstream(
      new URL(path, upstream),
      { method: request.method, headers: { ...request.headers, host: new URL(upstream).host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        answer.on('end', () => {
          sent.push({ path, bytes, kind: kindOf(path) })
        })
        answer.pipe(response)
      },
    )
    asked.on('error', () => response.writeHead(502).end())
    request.pipe(asked)
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://board')
    if (pathname === ELSEWHERE)
      return void response
        .writeHead(200, { 'content-type': TYPES['.html'] })
        .end('<!doctype html><title>Elsewhere</title>')
    // The product's own server makes the document (it names the files a dashboard needs), the brand's sheet and the
    // answers; the files are served as the peers' are.
    if (options.upstream !== undefined && !files.has(pathname)) return forward(request, response, options.upstream)
    const path = files.has(pathname) ? pathname : extname(pathname) === '' ? '/index.html' : pathname
    const file = files.get(path)
    if (file === undefined) return void response.writeHead(404).end()
    sent.push({ path, bytes: file.body.length, kind: kindOf(path) })
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.body.length,
      ...(file.packed && { 'content-encoding': 'gzip' }),
      'cache-control': 'no-store',
    })
    response.end(file.body)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The page server has no port.')
  return {
    address: `http://127.0.0.1:${address.port}`,
    takeSent() {
      const taken = sent
      sent = []
      return taken
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => {
        server.close(done)
      })
    },
  }
}

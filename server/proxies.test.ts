/**
 * The configurations of docs/deploy, word by word but for names, ports and certificates, with the proxies of this
 * machine: a server behind each of them, used over TLS. Those that are not installed are named and left out.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCatalog } from './open-catalog.ts'
import { readConfig } from './lib/config.ts'
import { hashPassword } from './modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { start, type Running } from './start.ts'

const KEY = 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const PASSWORD = 'Marker-çñ-2026!'
const DEPLOY = join(import.meta.dirname, '../docs/deploy')
const NAME = 'aforo.example.com'
const has = (program: string) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let folder: string
let running: Running
let upstream: number

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => {
        done(port)
      })
    })
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-proxy-'))
  upstream = await freePort()
  const env = {
    DATA_DIR: folder,
    PORT: String(upstream),
    SECRET_KEY: KEY,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: `https://${NAME}`,
    TRUST_PROXY: '127.0.0.1',
  }
  const config = readConfig(env, 'production')
  const catalog = await createCatalog(config)
  await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'ana@aforo.test', passwordHash: await hashPassword(PASSWORD), role: 'admin', flags: [], clients: [] },
    Date.now(),
  )
  await catalog.close()
  running = await start({ config })
  if (PROXIES.length > 0)
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${NAME}`,
        '-addext',
        `subjectAltName=DNS:${NAME}`,
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
      ],
      { stdio: 'ignore' },
    )
}, 60_000)
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
}

/** Over TLS to this name, whose certificate is checked. */
const ask = (
  port: number,
  path: string,
  { body, ...options }: RequestOptions & { body?: string | Buffer } = {},
): Promise<Answer> =>
  new Promise((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        servername: NAME,
        ca: readFileSync(join(folder, 'cert.pem')),
        ...options,
        headers: { host: NAME, ...(options.headers as Record<string, string>) },
      },
      (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk
          })
          .on('end', () => {
            done({ status: answer.statusCode ?? 0, headers: answer.headers, text })
          })
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })

const PROXIES = [
  {
    name: 'nginx',
    begin(port: number): ChildProcess {
      const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
        .replace('listen 80;', `listen 127.0.0.1:${port + 1};`)
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
        .replace('/etc/ssl/aforo/fullchain.pem', join(folder, 'cert.pem'))
        .replace('/etc/ssl/aforo/privkey.pem', join(folder, 'key.pem'))
        .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`)
        .join(' ')
      writeFileSync(
        join(folder, 'nginx.conf'),
        `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {} http { access_log off; ` +
          `${temporary}\n${site}\n}`,
      )
      return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'nginx.log')], { stdio: 'ignore' })
    },
  },
  {
    name: 'caddy',
    begin(port: number): ChildProcess {
      const site = readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')
        .replace(
          `${NAME} {`,
          `https://${NAME}:${port} {\n  bind 127.0.0.1\n  tls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
        )
        .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
      writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n  auto_https off\n}\n${site}`)
      return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
        stdio: 'ignore',
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
      })
    },
  },
].filter(({ name }) => {
  // A certificate is needed to try either of them.
  const missing = [name, 'openssl'].filter((program) => !has(program))
  if (missing.length > 0) console.info(`proxies tested: not ${name}, for want of ${missing.join(' and ')}`)
  return missing.length === 0
})

describe.each(PROXIES)('behind $name', ({ begin }) => {
  let proxy: ChildProcess
  let port: number
  let token: string

  beforeAll(async () => {
    port = await freePort()
    proxy = begin(port)
    for (let tries = 0; tries < 100; tries += 1) {
      if (
        await ask(port, '/api/health/ready').then(
          ({ status }) => status === 200,
          () => false,
        )
      )
        return
      await pause(100)
    }
    throw new Error(`The proxy is not ready.`)
  }, 30_000)
  afterAll(async () => {
    const ended = new Promise((done) => proxy.once('exit', done))
    proxy.kill('SIGTERM')
    await ended
  })

  const signIn = () =>
    ask(port, '/api/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ana', password: PASSWORD, grant_type: 'password' }),
    })

  test('a person signs in, is known by either header, and the security headers and cookies arrive', async () => {
    const { status, text, headers } = await signIn()
    expect(status).toBe(200)
    token = (JSON.parse(text) as { access_token: string }).access_token
    expect([
      headers['x-content-type-options'],
      headers['strict-transport-security'] !== undefined,
      String(headers['set-cookie']),
    ]).toEqual(['nosniff', true, expect.stringContaining('__Host-aforo-browser=')])
    for (const header of [{ authorization: `Bearer ${token}` }, { access_token: token }])
      expect((await ask(port, '/api/me', { headers: header })).text).toContain('ana@aforo.test')
  })

  test('an address is the visitor’s, and it cannot be made up', async () => {
    const { text } = await ask(port, '/api/auth/sessions', {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' },
    })
    expect((JSON.parse(text) as { address: string }[]).map(({ address }) => address)).toEqual(
      expect.arrayContaining(['127.0.0.1']),
    )
    await ask(port, '/api/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ username: 'ana', password: PASSWORD, grant_type: 'password' }),
    })
    const after = await ask(port, '/api/auth/sessions', { headers: { authorization: `Bearer ${token}` } })
    expect(after.text).not.toContain('203.0.113.9')
  })

  test('a file of 60 MB arrives whole, and is answered by the server itself', async () => {
    const boundary = 'marker'
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="big.csv"\r\nContent-Type: ` +
          `text/csv\r\n\r\nts,sensor,ins\n`,
      ),
      Buffer.alloc(60_000_000, '2025-09-07T10:00,a,4\n'),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const { status, text } = await ask(port, '/api/imports', {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length),
        authorization: `Bearer ${token}`,
      },
      body,
    })
    expect([status, text]).toEqual([202, expect.stringContaining('"state":"reading"')])
    const { id } = JSON.parse(text) as { id: number }
    await ask(port, `/api/imports/${id}/cancel`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })

  test('an unknown call is our 404, and a page that is too much to ask our sentence', async () => {
    expect((await ask(port, '/api/no-such-call')).text).toContain('"code":"')
    expect((await ask(port, '/api/me')).text).toContain('SESSION_REQUIRED')
  })
})

/** The answer of systemd about a unit; null where it cannot check even the plainest one. */
function verified(text: string): string | null {
  const check = (unit: string, content: string) => {
    writeFileSync(join(folder, unit), content)
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, unit)], {
      encoding: 'utf8',
    })
    return `${status ?? 'none'}${stdout}${stderr}`.replaceAll(unit, '(unit)')
  }
  const plain = check('aforo-plain.service', '[Service]\nExecStart=/usr/bin/env true\n')
  return plain === '0' ? check('aforo.service', text) : null
}

test.runIf(has('systemd-analyze'))('the unit of systemd is one', ({ skip }) => {
  const said = verified(readFileSync(join(DEPLOY, 'aforo.service'), 'utf8'))
  if (said === null) skip('systemd-analyze checks nothing here')
  expect(said).toBe('0')
  expect(verified('[Service]\nExecStart=nowhere\n')).not.toBe('0')
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { existsSync, readdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROCESS_ENV } from './lib/process-env.ts'
import { readConfig } from './lib/config.ts'
import type { Config } from './lib/config.ts'
import { start } from './start.ts'
import { sendUnread } from './testing/unread-requests.ts'

const KEY = 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'aforo-start-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

const config = (more: Partial<Config> = {}): Config => ({
  ...readConfig({ DATA_DIR: dataDir, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '0' }, 'production'),
  ...more,
})

describe('a start', () => {
  test('on a port that is taken says so and leaves nothing locked', async () => {
    const first = await start({ config: config() })
    const port = Number(new URL(first.address).port)
    const other = join(dataDir, 'other')
    await expect(
      start({
        config: {
          ...config(),
          ...readConfig({ DATA_DIR: other, SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '0' }, 'production'),
          port,
        },
      }),
    ).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `Port ${port} on 127.0.0.1 is taken by another program; stop it, or set PORT to another number.`,
    })
    await first.close()
    await (
      await start({
        config: config({
          ...readConfig({ DATA_DIR: other, SECRET_KEY: KEY, LOG_LEVEL: 'silent', DRAIN_S: '0' }, 'production'),
          port: 0,
        }),
      })
    ).close()
  })

  test('on a directory in use says who uses it', async () => {
    const first = await start({ config: config() })
    await expect(start({ config: config(), waitMs: 0 })).rejects.toMatchObject({ code: 'DATA_DIR_LOCKED' })
    await first.close()
  })

  test('on a directory or a catalog that a server works with is refused at once', async () => {
    const first = await start({ config: config() })
    // Longer than a test may take: a caller that waits would fail it.
    const waitMs = 60_000
    const by = `process ${process.pid}`
    await expect(start({ config: config(), waitMs })).rejects.toMatchObject({
      code: 'DATA_DIR_LOCKED',
      message: `${dataDir} is in use by ${by}; stop it first, or set DATA_DIR to another directory.`,
    })
    const shared = config({
      dataDir: join(dataDir, 'other'),
      factsUrl: `duckdb:${join(dataDir, 'other', 'facts.duckdb')}`,
    })
    await expect(start({ config: shared, waitMs })).rejects.toMatchObject({
      code: 'CATALOG_LOCKED',
      message:
        `The catalog at sqlite:${join(dataDir, 'catalog.sqlite')} is in use by another server (${by}); stop ` +
        'it first, or set CATALOG_URL to another file.',
    })
    await first.close()
    await (await start({ config: shared })).close()
  })

  test('on a directory whose server shuts down waits for it', async () => {
    const first = await start({ config: config() })
    const second = start({ config: config() })
    await first.close()
    await (await second).close()
  })

  test('with another SECRET_KEY is refused before anything is done; with the one of before beside it, it starts and says what is left to do', async () => {
    const NEXT = `next ${KEY}`
    await (await start({ config: config() })).close()
    await expect(start({ config: config({ secretKey: NEXT }) })).rejects.toMatchObject({ code: 'SECRET_KEY_WRONG' })
    const said: string[] = []
    await (
      await start({
        config: config({ secretKey: NEXT, secretKeyOld: [KEY] }),
        print: (line) => {
          said.push(line)
        },
      })
    ).close()
    expect(said).toContainEqual(expect.stringContaining('run npm run user -- rotate-key'))
    await (await start({ config: config() })).close()
  })

  test('with a catalog that cannot be reached says where it looked, without the password', async () => {
    await expect(
      start({ config: config({ catalogUrl: 'postgres://aforo:Marker@127.0.0.1:1/aforo' }) }),
    ).rejects.toMatchObject({
      code: 'CATALOG_UNREACHABLE',
      message: expect.stringMatching(
        /^The catalog at postgres:\/\/127\.0\.0\.1:1\/aforo could not be opened: .*ECONNREFUSED.*\.$/,
      ),
    })
    await (await start({ config: config() })).close()
  })

  test('answers over a real socket, finds its data again, and gives the directory back', async () => {
    const first = await start({ config: config() })
    const ready = await fetch(`${first.address}/api/health/ready`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }])
    const bad = await fetch(`${first.address}/api/clients`, { headers: { access_token: 'x' } })
    expect([bad.status, bad.headers.get('x-content-type-options')]).toEqual([401, 'nosniff'])
    await first.close()
    await expect(fetch(`${first.address}/api/health/live`)).rejects.toThrow('fetch failed')
    const second = await start({ config: config() })
    expect((await fetch(`${second.address}/api/health/ready`)).status).toBe(200)
    await second.close()
    expect(existsSync(join(dataDir, 'aforo.pid'))).toBe(false)
    expect(statSync(join(dataDir, 'catalog.sqlite')).mode & 0o777).toBe(0o600)
  })

  test('without a built page says how to build it and serves the API', async () => {
    const said: string[] = []
    const running = await start({
      config: config(),
      staticDir: join(dataDir, 'no-such'),
      print: (line) => {
        said.push(line)
      },
    })
    expect(said).toContain(
      `There is no built page in ${join(dataDir, 'no-such')}; only the API is served. Run npm run build.`,
    )
    expect(said).toContainEqual(expect.stringContaining('Warning: SMTP_URL is not set, so no mail leaves'))
    expect((await fetch(`${running.address}/`)).status).toBe(404)
    await running.close()
  })
})

describe('a stop', () => {
  /**
   * Asks as a proxy does: over connections that are kept, one request after the other on each, until the server says
   * that it is not ready. `asked` is there when all connections were answered once.
   */
  function askUntilNotReady(address: string, connections: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const found = { answered: 0, reset: [] as string[], notReady: 0 }
    const ask = () =>
      new Promise<boolean>((done) => {
        const sent = get(`${address}/api/health/ready`, { agent }, (answer) => {
          const isReady = answer.statusCode === 200
          if (!isReady && answer.headers.connection === 'close') found.notReady += 1
          answer
            .resume()
            .once('end', () => {
              found.answered += 1
              done(isReady)
            })
            .once('error', (error) => {
              found.reset.push(String(error))
              done(true)
            })
        })
        sent.once('error', (error: NodeJS.ErrnoException) => {
          found.reset.push(`${error.code} ${sent.reusedSocket}`)
          done(false)
        })
      })
    const first = Array.from({ length: connections }, ask)
    const ended = Promise.all(
      first.map(async (one) => {
        let isReady = await one
        while (isReady) isReady = await ask()
      }),
    ).then(() => {
      agent.destroy()
      return found
    })
    return { accepted: Promise.all(first), ended }
  }

  test('says that it is not ready while it still answers, and resets nothing that was asked', async () => {
    const running = await start({ config: config({ drainS: 1 }) })
    const { accepted, ended } = askUntilNotReady(running.address, 20)
    await accepted
    await running.close()
    const { answered, reset, notReady } = await ended
    expect([reset, answered > notReady, notReady]).toEqual([[], true, 20])
  })

  test('answers what was sent before it, also what it had no time to accept', async () => {
    const running = await start({ config: config(), graceMs: 60_000 })
    const { answers } = await sendUnread(Number(new URL(running.address).port), 50)
    await running.close()
    const found = await answers
    expect([found.length, found.filter((line) => !/^HTTP\/1.1 (200|503)/.test(line))]).toEqual([50, []])
  })

  test('cuts off what hangs after its grace, and lets go of its data all the same', async () => {
    const running = await start({ config: config(), graceMs: 200 })
    const { port } = new URL(running.address)
    const hanging = connect(Number(port), '127.0.0.1')
    hanging.on('error', () => undefined)
    // Who reads nothing is never told that the other side has gone.
    const cut = once(hanging.resume(), 'close')
    const request = once(running.app.server, 'request')
    const head =
      'POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n'
    hanging.write(`${head}\r\n{`)
    await request
    await running.close()
    await cut
    await (await start({ config: config(), waitMs: 0 })).close()
  })
})

describe('the program', () => {
  const programs: ChildProcess[] = []
  const program = (env: Record<string, string>) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')],
      {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', DRAIN_S: '0', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    programs.push(child)
    return child
  }
  // One that outlives a failed test would work on beside all that follow.
  afterEach(() => {
    for (const child of programs.splice(0)) child.kill('SIGKILL')
  })

  test('that may not start says why in one line and exits with 1', async () => {
    const child = program({})
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([code, said]).toEqual([
      1,
      'SECRET_KEY_WEAK: SECRET_KEY is missing; expected at least 32 random bytes, for example from: openssl rand ' +
        '-base64 48\n',
    ])
  })

  test('has few pools of memory and keeps what it compiles, there where its environment says, and, told to stop, lets go of its directory and exits with 0', async () => {
    const own = { NODE_COMPILE_CACHE: join(dataDir, 'code') }
    const child = program({ SECRET_KEY: KEY, ...own })
    let said = ''
    for await (const chunk of child.stdout) {
      said += String(chunk)
      if (said.includes('listens on')) break
    }
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${child.pid}/environ`, 'utf8').split('\0')).toEqual(
        expect.arrayContaining(Object.entries({ ...PROCESS_ENV, ...own }).map((pair) => pair.join('='))),
      )
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(existsSync(join(dataDir, 'aforo.pid'))).toBe(false)
  })

  test.runIf(process.platform === 'linux')(
    'lets the threads that compute for the facts, passwords and compression come after the one that answers',
    async () => {
      const child = program({ SECRET_KEY: KEY, NODE_COMPILE_CACHE: join(dataDir, 'code') })
      let said = ''
      for await (const chunk of child.stdout) {
        said += String(chunk)
        if (said.includes('listens on')) break
      }
      const niceOf = new Map(
        readdirSync(`/proc/${child.pid}/task`).map((thread) => [
          Number(thread),
          // The name in brackets may hold anything; after it, the nice value is the seventeenth word.
          Number(readFileSync(`/proc/${child.pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]),
        ]),
      )
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
      const own = niceOf.get(child.pid!)!
      const behind = [...niceOf.values()].filter((nice) => nice > own)
      expect(behind.length).toBeGreaterThanOrEqual(Number(PROCESS_ENV.UV_THREADPOOL_SIZE))
      // Of Node's other threads, which compile and collect for the one that answers, none.
      expect(niceOf.size - behind.length).toBeGreaterThanOrEqual(5)
    },
  )
})

/** The browser that prints, seen from outside: what it was given, and as whom it runs. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserEnvironment, findChromium, hasChromium } from '../../lib/chromium.ts'
import { chromiumPrinter } from './printer.ts'

const MARKED = {
  SECRET_KEY: 'marked-secret-key',
  SMTP_URL: 'smtp://u:marked-smtp@mail.test',
  CATALOG_URL: 'postgres://u:marked-catalog@db.test/x',
  IDP_CLIENT_SECRET: 'marked-idp',
  AWS_SECRET_ACCESS_KEY: 'marked-aws',
  NODE_OPTIONS: '--title=marked-options',
}
const before = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(MARKED)) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
})

test('the environment of the browser is a list of what it needs, so that a secret of tomorrow is not in it either', () => {
  Object.assign(process.env, MARKED, { SOMETHING_NEW: 'marked-new' })
  const given = browserEnvironment({ env: { FONTCONFIG_PATH: '/fonts' } })
  delete process.env.SOMETHING_NEW
  expect(JSON.stringify(given)).not.toContain('marked')
  expect(given).toMatchObject({ PATH: process.env.PATH, FONTCONFIG_PATH: '/fonts' })
})

interface Seen {
  readonly environ: string
  readonly command: string
  readonly uid: number
  readonly capabilities: string
  readonly confined: boolean
  readonly filtered: boolean
}

/** The rights of a process are those within its namespace of users. Null: it may not be read. */
function namespaceOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/user`)
  } catch {
    return null
  }
}

/** Every process below this one. Linux only. */
function descendants(): Seen[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        return [
          {
            pid,
            parent: /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? '',
            uid: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]),
            capabilities: /^CapEff:\s+(\S+)/m.exec(status)?.[1] ?? '',
            confined: namespaceOf(pid) !== namespaceOf('self'),
            filtered: /^Seccomp:\s+2/m.test(status),
          },
        ]
      } catch {
        return []
      }
    })
  const below = new Set([String(process.pid)])
  for (let grown = 0; grown !== below.size;) {
    grown = below.size
    for (const { pid, parent } of parents) if (below.has(parent)) below.add(pid)
  }
  below.delete(String(process.pid))
  return parents
    .filter(({ pid }) => below.has(pid))
    .flatMap(({ pid, ...status }) => {
      try {
        return [
          {
            ...status,
            environ: readFileSync(`/proc/${pid}/environ`, 'latin1'),
            command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' '),
          },
        ]
      } catch {
        return []
      }
    })
}

const isRoot = process.getuid?.() === 0

/** Whether this machine lets the user that the browser runs as make namespaces, of which a sandbox consists. */
function grantsSandbox(): boolean {
  try {
    const [program, ...args] = [
      ...(isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'] : []),
      'unshare',
      '--user',
      '--pid',
      '--net',
      '--fork',
      'true',
    ]
    execFileSync(program ?? 'unshare', args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const PAGE = Buffer.from('<!doctype html><html data-report="ready"><p>Page</p></html>')

/** Prints one page and says what was seen meanwhile. */
function printerOf(options: { chromium?: string; sandbox?: 'auto' | 'required' } = {}) {
  const seen: Seen[] = []
  const warned: string[] = []
  const log = {
    warn: (...said: unknown[]) => {
      warned.push(String(said.at(-1)))
    },
  }
  const printer = chromiumPrinter({
    chromium: options.chromium ?? null,
    printSandbox: options.sandbox ?? 'auto',
    publicUrl: 'https://aforo.test',
    log,
  })
  const print = async () =>
    (
      await printer.print({
        path: '/x',
        lang: 'es',
        timeZone: 'UTC',
        head: ['', ''],
        foot: '',
        signal: AbortSignal.timeout(60_000),
        ask: async () => {
          seen.push(
            ...descendants().filter(
              ({ command }) => command.includes('--type=') || command.includes('--remote-debugging'),
            ),
          )
          return { status: 200, headers: { 'content-type': 'text/html' }, body: PAGE }
        },
      })
    ).pages
  return { print, seen, warned }
}
const withoutSandbox = (seen: readonly Seen[]) => seen.filter(({ command }) => command.includes('--no-sandbox'))
/** As whom, and with which rights over this machine: those of a sandbox count in it only. */
const users = (seen: readonly Seen[]) => [
  ...new Set(seen.filter(({ confined }) => !confined).map(({ uid, capabilities }) => `${uid} ${capabilities}`)),
]
const UNPRIVILEGED = `65534 ${'0'.repeat(16)}`
const expectedUser = isRoot ? UNPRIVILEGED : expect.stringMatching(`^${process.getuid?.()} `)

describe.skipIf(process.platform !== 'linux' || !hasChromium(null))('the printing browser', () => {
  const canSandbox = grantsSandbox()
  if (!canSandbox)
    console.info('the sandbox of the printing browser was not tested: this machine grants its user no namespaces')
  let folder: string
  let log: string
  let stubborn: string

  /** One that starts without a sandbox only, as where a machine grants none, and writes down how it was started. */
  beforeAll(async () => {
    const { executablePath, env } = await findChromium(null)
    folder = mkdtempSync(join(tmpdir(), 'aforo-stubborn-'))
    stubborn = join(folder, 'chromium')
    // A folder of its own: starting a browser removes the right to write beside it from others.
    log = mkdtempSync(join(tmpdir(), 'aforo-starts-'))
    chmodSync(log, 0o755)
    const variables = Object.entries(env)
      .map(([name, value]) => `${name}='${value}' `)
      .join('')
    writeFileSync(
      stubborn,
      `#!/bin/sh\necho "$*" >> ${join(log, 'starts')}\ncase "$*" in *--no-sandbox*) ${variables}exec ` +
        `'${executablePath}' "$@" --headless=shell;; esac\nexit 1\n`,
    )
    writeFileSync(join(log, 'starts'), '')
    chmodSync(folder, 0o755)
    chmodSync(stubborn, 0o755)
    chmodSync(join(log, 'starts'), 0o666)
  })
  afterAll(() => {
    for (const made of [folder, log]) rmSync(made, { recursive: true, force: true })
  })
  const starts = () => readFileSync(join(log, 'starts'), 'utf8').split('\n').filter(Boolean)

  test('has no secret of the server in its environment, and a sandbox or a user of its own', async () => {
    Object.assign(process.env, MARKED)
    const { print, seen, warned } = printerOf()
    expect(await print()).toBe(1)
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.filter(({ environ }) => environ.includes('marked'))).toEqual([])
    expect(users(seen)).toEqual([expectedUser])
    // Without a sandbox the log says so.
    expect(withoutSandbox(seen).length > 0).toBe(warned.length > 0)
  }, 90_000)

  test.runIf(canSandbox)(
    'has its sandbox wherever the machine grants one, as root too: it runs as another user there',
    async () => {
      const { print, seen, warned } = printerOf({ sandbox: 'required' })
      expect([await print(), warned, withoutSandbox(seen)]).toEqual([1, [], []])
      // The kernel filters the calls of renderers; without a sandbox it filters none.
      const renderers = seen.filter(({ command }) => command.includes('--type=renderer'))
      expect([renderers.length > 0, renderers.every(({ filtered }) => filtered)]).toEqual([true, true])
    },
    90_000,
  )

  test('that gets no sandbox prints without, says so in the log once, and is no root then either', async () => {
    const { print, seen, warned } = printerOf({ chromium: stubborn })
    expect([await print(), await print()]).toEqual([1, 1])
    expect(warned).toEqual([
      expect.stringMatching(/^Chromium does not start with its sandbox here; reports are printed .*docs\/deploy\.md/),
    ])
    expect(users(seen)).toEqual([expectedUser])
    expect(starts().length).toBeGreaterThan(2)
  }, 90_000)

  test('that gets no sandbox is not started at all where one is required', async () => {
    writeFileSync(join(log, 'starts'), '')
    const { print, warned } = printerOf({ chromium: stubborn, sandbox: 'required' })
    for (const time of [1, 2])
      await expect(print(), `${time}`).rejects.toMatchObject({
        kind: 'chromium',
        message: 'Chromium does not start with its sandbox, which PRINT_SANDBOX requires.',
      })
    expect([starts().length, starts().filter((line) => line.includes('--no-sandbox')), warned]).toEqual([2, [], []])
  }, 90_000)
})

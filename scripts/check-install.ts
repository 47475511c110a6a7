/**
 * `npm run check:install` installs the production package on a machine that is as empty as a folder can make it: PATH
 * holds one Node, npm's own program, a shell and the coreutils, HOME is empty, and as root the service runs as a user
 * without rights who may not write to the program.
 *
 * 1. the package is made twice and must be the same; 2. its hash, licences and bill of materials are held against what
 * npm ci installs; 3. an older version (the newest commit with fewer steps of the catalog, or --older REF) is
 * installed, gets an administrator and counts, and serves; 4. this version takes its data over with the environment of
 * docs/deploy, and is used in a real browser that must report no error; 5. it is stopped and started again, and used
 * once more behind nginx with docs/deploy/nginx.conf where nginx is installed.
 *
 *   npm run check:install -- [--node FOLDER-OF-NODE] [--older REF] [--pictures FOLDER]
 *
 * Packages come from npm's cache where they are there. Prints a line for each step; ends with 1 at the first that
 * fails.
 */
import { strict as assert } from 'node:assert'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { INSTALL_STEPS } from './package/install-steps.ts'
import { makePackage, type Packed } from './package.ts'

const root = resolve(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: { node: { type: 'string' }, older: { type: 'string' }, pictures: { type: 'string' } },
})

/** GNU coreutils that an install uses, tar and gzip to unpack, and the shell that npm runs its scripts with. */
const PROGRAMS = ['sh', 'env', 'sha256sum', 'tar', 'gzip', 'ls', 'cat', 'mkdir', 'ln', 'uname', 'id']
const UNPRIVILEGED_UID = 65534
const PASSWORD = 'Marker-çñ-2026!'
const START_MS = 60_000
/** A Monday, with this many people through the door. */
const VISITS = Array.from({ length: 12 }, (_, hour) => 20 + hour).reduce((sum, one) => sum + one)
const COMPARE =
  '/users/foot/dashboards/view/foot-compare?end=2025-9-1&p1=2025-09-01..2025-09-01&p2=2025-08-25..2025-08-25'
const COUNTS = [
  'timestamp,door,in',
  ...Array.from(
    { length: 12 },
    (_, hour) => `2025-09-01T${String(hour + 9).padStart(2, '0')}:00,North door,${20 + hour}`,
  ),
].join('\n')

const home = mkdtempSync(join(tmpdir(), 'aforo-install-'))
const isRoot = process.getuid?.() === 0
const data = join(home, 'var/lib/aforo')
const output = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' }).trim()

let began = performance.now()
function said(what: string): void {
  console.log(`ok ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  began = performance.now()
}

/** A folder with nothing but the programs named. */
function makePath(): string {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const program of PROGRAMS) symlinkSync(realpathSync(output('which', program)), join(bin, program))
  const node = options.node === undefined ? process.execPath : join(resolve(options.node), 'node')
  cpSync(realpathSync(node), join(bin, 'node'))
  const npm = realpathSync(output('which', 'npm'))
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec node ${npm} "$@"\n`, { mode: 0o755 })
  return bin
}

/** ExecStart and Environment of docs/deploy/aforo.service, as they are installed. */
function unitOf(app: string): { command: string[]; environment: Record<string, string> } {
  const unit = readFileSync(join(app, 'docs/deploy/aforo.service'), 'utf8')
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
  const environment = Object.fromEntries(
    (/^Environment=(.+)$/m.exec(unit)?.[1] ?? '').split(' ').map((pair) => pair.split('=') as [string, string]),
  )
  return { command, environment }
}

interface Installed {
  readonly app: string
  readonly env: Record<string, string>
}

function install({ file }: Packed, version: string, port: number): Installed {
  const app = join(home, 'opt/aforo', version)
  mkdirSync(app, { recursive: true })
  const env = {
    PATH: join(home, 'bin'),
    HOME: join(home, 'home'),
    SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W',
    PUBLIC_URL: `http://localhost:${port}`,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    DATA_DIR: data,
    DRAIN_S: '0',
  }
  const run = (program: string, args: readonly string[], { cwd = app, ...more }: Record<string, string> = {}) =>
    execFileSync(join(home, 'bin', program), args, {
      cwd,
      encoding: 'utf8',
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  run('sha256sum', ['-c', '--quiet', `${file}.sha256`], { cwd: dirname(file) })
  run('tar', ['xzf', file, '--strip-components=1', '-C', app])
  // Where packages come from, and those that came before, are the settings of this machine and not of the empty one.
  const registry = {
    npm_config_registry: output('npm', 'config', 'get', 'registry'),
    npm_config_cache: output('npm', 'config', 'get', 'cache'),
    npm_config_prefer_offline: 'true',
  }
  for (const step of INSTALL_STEPS) run('sh', ['-c', step], { ...registry, npm_config_loglevel: 'error' })
  return { app, env }
}

/** A command of the server as its user. */
const command = ({ app, env }: Installed, args: readonly string[], input = '') =>
  execFileSync(join(home, 'bin/npm'), ['run', '-s', ...args], {
    cwd: app,
    encoding: 'utf8',
    env,
    input,
    ...(isRoot && { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID }),
  })

async function serve({
  app,
  env,
}: Installed): Promise<{ stop: () => Promise<void>; startMs: number; lines: string[] }> {
  const {
    command: [program = '', ...args],
    environment,
  } = unitOf(app)
  const start = performance.now()
  const child: ChildProcess = spawn(program, args, {
    cwd: app,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID }),
  })
  const lines: string[] = []
  await new Promise<void>((done, fail) => {
    const late = setTimeout(() => {
      fail(new Error(`The server did not listen within ${START_MS} ms: ${lines.join('')}`))
    }, START_MS)
    const hear = (piece: Buffer) => {
      lines.push(piece.toString())
      if (lines.join('').includes('Aforo listens on')) {
        clearTimeout(late)
        done()
      }
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', (code) => {
      clearTimeout(late)
      fail(new Error(`The server ended with ${code}: ${lines.join('')}`))
    })
  })
  const startMs = Math.round(performance.now() - start)
  return {
    startMs,
    lines,
    async stop() {
      child.removeAllListeners('exit')
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null], `The stopped server: ${lines.join('')}`)
    },
  }
}

/** Names and versions below node_modules, as installed. */
const packagesIn = (app: string) =>
  globSync('**/node_modules/{*,@*/*}/package.json', { cwd: app })
    .map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(app, path), 'utf8')) as { name?: string; version?: string }
      return name === undefined || version === undefined || !dirname(path).endsWith(name) ? null : `${name}@${version}`
    })
    .filter((one) => one !== null)

function checkContents({ app }: Installed): void {
  const { components, metadata } = JSON.parse(readFileSync(join(app, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string; licenses?: unknown[]; hashes?: unknown[] }[]
    metadata: { component: { name: string } }
  }
  const notice = readFileSync(join(app, 'NOTICE'), 'utf8')
  const bill = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const there = packagesIn(app)
  const page = readFileSync(join(app, 'docs/deploy.md'), 'utf8')
  assert.equal(`${there.length} packages`, /# (\d+ packages), /.exec(page)?.[1], 'packages that docs/deploy.md says')
  assert.deepEqual(
    there.filter((one) => !bill.has(one)),
    [],
    'installed, and not in the bill of materials',
  )
  assert.deepEqual(
    there.filter((one) => !notice.includes(`\n${one.replace(/@([^@]+)$/, ' $1')} (`)),
    [],
    'installed, and not in NOTICE',
  )
  assert.deepEqual(
    components
      .filter(({ licenses = [], hashes = [] }) => licenses.length === 0 || hashes.length === 0)
      .map(({ name }) => name),
    [],
    'in the bill without licence or hash',
  )
  assert.equal(metadata.component.name, 'aforo')
  for (const name of ['typescript', 'vite', 'vitest', 'react', 'storybook', 'monaco-editor', 'node'])
    assert.ok(!existsSync(join(app, 'node_modules', name)), `${name} is installed`)
  for (const words of [
    'CC BY-SA 3.0',
    'SIL Open Font License',
    'Copyright 2016 The Inter Project Authors',
    'react-dom 19',
    'monaco-editor 0.57',
  ])
    assert.ok(notice.includes(words), `NOTICE does not say ${words}`)
  assert.deepEqual(globSync(['**/*.{ts,tsx}'], { cwd: app, exclude: ['node_modules/**'] }), [], 'TypeScript is shipped')
}

const NAME = 'aforo.example.com'
const hasPrograms = (...programs: string[]) =>
  programs.every((program) => {
    try {
      return output('which', program) !== ''
    } catch {
      return false
    }
  })

/** nginx with docs/deploy/nginx.conf as it is but for ports and certificate, in front of a server. */
async function startNginx(port: number, upstream: number): Promise<{ stop: () => Promise<void> }> {
  const folder = join(home, 'nginx')
  mkdirSync(folder)
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
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ],
    { stdio: 'ignore' },
  )
  const site = readFileSync(join(root, 'docs/deploy/nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace('/etc/ssl/aforo/fullchain.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/aforo/privkey.pem', join(folder, 'key.pem'))
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {} http { access_log off; ` +
      `${temporary}\n${site}\n}`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'nginx.log')], { stdio: 'ignore' })
  return {
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * The same in a browser behind nginx, at the https address that the pages know; left out, with a sentence, without
 * nginx.
 */
async function behindNginx(now: Installed, port: number): Promise<void> {
  if (!hasPrograms('nginx', 'openssl')) {
    console.log('left out: nginx or openssl is not installed')
    return
  }
  const proxyPort = await freePort()
  const server = await serve({ ...now, env: { ...now.env, PUBLIC_URL: `https://${NAME}`, TRUST_PROXY: '127.0.0.1' } })
  const nginx = await startNginx(proxyPort, port)
  const browser = await launchChromium({ args: [`--host-resolver-rules=MAP ${NAME}:443 127.0.0.1:${proxyPort}`] })
  try {
    await tryInBrowser(browser, `https://${NAME}`, 'nginx')
  } finally {
    await browser.close()
    await nginx.stop()
  }
  await server.stop()
  said(`behind nginx, at https://${NAME}: signed in, Compare with its ${VISITS} visits, no error in the browser`)
}

/** Signs in with the form and opens the page of the counts; what the browser reports is a failure. */
async function tryInBrowser(browser: Browser, address: string, name: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: address,
    ignoreHTTPSErrors: true,
    viewport: { width: 1440, height: 1000 },
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  const look = async (what: string) => {
    if (options.pictures === undefined) return
    mkdirSync(options.pictures, { recursive: true })
    await page.screenshot({ path: join(options.pictures, `${name}-${what}.png`) })
  }
  await page.goto('/login')
  await page.locator('input[name="username"]').fill('ana@example.com')
  await page.locator('input[name="password"]').fill(PASSWORD)
  await look('login')
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.locator('main h1').first().waitFor()
  await look('home')
  await page.goto(COMPARE)
  await page.waitForSelector('[data-widget]', { state: 'attached' })
  await page.waitForFunction(
    () => {
      const frames = [...document.querySelectorAll('[data-widget] [data-state]')]
      return (
        document.querySelector('[data-busy]') === null &&
        frames.length > 0 &&
        frames.every((frame) => !['queued', 'loading'].includes(frame.getAttribute('data-state') ?? ''))
      )
    },
    undefined,
    { timeout: 30_000 },
  )
  const failed = await page.evaluate(() => [...document.querySelectorAll('[data-widget] [data-state="failed"]')].length)
  await look('compare')
  assert.match(
    await page.locator('[data-widget]').first().innerText(),
    new RegExp(`\\b${VISITS}\\b`),
    'the visits that were imported',
  )
  assert.deepEqual([failed, problems], [0, []], 'widgets that failed, and what the browser reported')
  await context.close()
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => {
        done(port)
      })
    })
  })

/** Names of the steps of the catalog at a commit, in the order in which they are done. */
const stepsAt = (ref: string): readonly string[] => {
  const names = output('git', '-C', root, 'grep', '-hoE', '\\b00[0-9]{2}-[a-z-]+', ref, '--', 'server', ':!*.test.ts')
  return [...new Set(names.split('\n'))].toSorted()
}

/**
 * The newest commit that lacks a step and has all before it: branches bring theirs in any order, and a catalog that has
 * done a step and not the one before belongs to no version.
 */
function olderRef(): string {
  const steps = stepsAt('HEAD')
  const changes = output(
    'git',
    '-C',
    root,
    'log',
    '--format=%H',
    '-G',
    '00[0-9][0-9]-[a-z]',
    '--',
    'server',
    ':!*.test.ts',
  )
  const found = changes
    .split('\n')
    .map((change) => `${change}^`)
    .find((ref) => {
      const before = stepsAt(ref)
      return before.length < steps.length && before.every((step, at) => step === steps[at])
    })
  if (found === undefined) throw new Error('no commit of this clone has fewer steps of the catalog')
  return found
}

/** The package of another commit; null, and a sentence, where this clone does not have it. */
async function olderPackage(): Promise<Packed | null> {
  const source = join(home, 'older')
  try {
    const ref = options.older ?? olderRef()
    mkdirSync(source)
    execFileSync('tar', ['x', '-C', source], {
      input: execFileSync('git', ['-C', root, 'archive', ref], { maxBuffer: 1 << 29 }),
    })
    console.log(`older version: ${output('git', '-C', root, 'log', '-1', '--format=%h %cs %s', ref)}`)
  } catch (cause) {
    if (options.older !== undefined) throw cause
    console.log(`left out: no older version (${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)})`)
    return null
  }
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
  // Generated files are not in git.
  if (existsSync(join(source, 'scripts/generated.ts')))
    execFileSync(process.execPath, ['scripts/generated.ts'], { cwd: source, stdio: ['ignore', 'ignore', 'inherit'] })
  return await makePackage(join(home, 'older-package'), source)
}

async function run(): Promise<void> {
  makePath()
  for (const folder of [join(home, 'home'), data]) mkdirSync(folder, { recursive: true })
  chmodSync(home, 0o755)
  if (isRoot) chownSync(data, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
  const port = await freePort()

  const made = await makePackage(join(home, 'package'))
  const again = await makePackage(join(home, 'package-again'))
  assert.equal(again.sha256, made.sha256, 'two runs gave different bytes')
  said(
    `the package is made twice and is the same: ${basename(made.file)}, ${(made.bytes / 1e6).toFixed(1)} MB, ` +
      made.sha256,
  )

  const older = await olderPackage()
  const begin = older === null ? null : install(older, 'older', port)
  // An older version has no unit for the package: it is started by that of this one.
  if (begin !== null) cpSync(join(root, 'docs/deploy/aforo.service'), join(begin.app, 'docs/deploy/aforo.service'))
  if (begin !== null) said('npm ci of the older version')
  const now = install(made, 'current', port)
  said(`npm ci --omit=dev with an empty HOME: ${packagesIn(now.app).length} packages`)
  checkContents(now)
  said('NOTICE and bill of materials list every installed package, and no development package is installed')

  const first = begin ?? now
  command(first, ['user', '--', 'add', 'ana@example.com', '--role', 'admin', '--password-stdin'], PASSWORD)
  const counts = join(home, 'counts.csv')
  writeFileSync(counts, COUNTS)
  command(first, [
    'import',
    '--',
    counts,
    '--client',
    'Marker',
    '--time-zone',
    'Europe/Madrid',
    '--map',
    'ts=timestamp,sensor=door,ins=in',
  ])
  said('first administrator and counts by command')
  const browser = await launchChromium()
  try {
    if (begin !== null) {
      const server = await serve(begin)
      await tryInBrowser(browser, `http://localhost:${port}`, 'older')
      await server.stop()
      said(`the older version serves, ready in ${server.startMs} ms`)
    }
    for (const name of ['taken-over', 'restarted']) {
      const server = await serve(now)
      await tryInBrowser(browser, `http://localhost:${port}`, name)
      await server.stop()
      said(
        `this version, ${name}: signed in, Compare with its ${VISITS} visits, no error in the browser, ended with ` +
          `0; ready in ${server.startMs} ms`,
      )
    }
  } finally {
    await browser.close()
  }
  await behindNginx(now, port)
  if (isRoot)
    assert.deepEqual(
      globSync('**/*', { cwd: now.app, exclude: ['node_modules/**'] }).filter(
        (path) => output('stat', '-c', '%u', join(now.app, path)) === String(UNPRIVILEGED_UID),
      ),
      [],
      'written by the service',
    )
}

try {
  await run()
} catch (cause) {
  console.error(`FAILED ${cause instanceof Error ? cause.stack : String(cause)}`)
  process.exitCode = 1
} finally {
  rmSync(home, { recursive: true, force: true })
}

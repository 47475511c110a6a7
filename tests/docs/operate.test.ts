/**
 * docs/operate.md from top to bottom: its blocks are run verbatim, with folders of their own and a service that is the
 * server itself.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences, factSums, withFacts } from '../../server/backup/sums.ts'
import { INSTALL_STEPS } from '../../scripts/package/install-steps.ts'
import { readStoreConfig } from '../../server/lib/config.ts'
import { hourRow } from '../../server/facts/testing.ts'
import { openStores } from '../../server/stores.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { repositoryRoot } from '../boundaries/import-table.ts'

const root = repositoryRoot()
const KEY = 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const page = readFileSync(join(root, 'docs/operate.md'), 'utf8')

/** Blocks of commands, with their headings. */
function blocksOf(text: string): { heading: string; info: string; commands: string }[] {
  const found: { heading: string; info: string; commands: string }[] = []
  let heading = ''
  for (const [, title, indent, info, commands] of text.matchAll(/^## (.+)$|^( *)```(sh[^\n]*)\n([\s\S]*?)^ *```$/gm)) {
    if (title !== undefined) heading = title
    else
      found.push({
        heading,
        info: info ?? '',
        commands: (commands ?? '')
          .split('\n')
          .map((line) => line.slice(indent?.length ?? 0))
          .join('\n'),
      })
  }
  return found
}
const blocks = blocksOf(page)
const hasTools =
  process.platform === 'linux' && ['bash', 'curl', 'npm'].every((name) => spawnSync(name, ['--version']).status === 0)
if (!hasTools) console.info('docs/operate.md is not run: bash, curl or npm is missing')

let folder: string
let port: number

const UNPRIVILEGED_UID = 65_534
/**
 * Who runs this may become another user, as the root of a machine does, and that user may read these files, which may
 * lie in a folder of root's own; else the service is who runs this.
 */
const isRoot =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [
    `--reuid=${UNPRIVILEGED_UID}`,
    `--regid=${UNPRIVILEGED_UID}`,
    '--clear-groups',
    'test',
    '-r',
    join(root, 'package.json'),
  ]).status === 0
const AS_SERVICE = isRoot ? `setpriv --reuid=${UNPRIVILEGED_UID} --regid=${UNPRIVILEGED_UID} --clear-groups ` : ''

/** `runuser -u aforo -- COMMAND`, for the user that is the service here. */
const RUNUSER = `#!/usr/bin/env bash
[ "$1 $2 $3" = "-u aforo --" ] || { echo "runuser: USER_ERROR: $*"; exit 1; }
shift 3
exec ${AS_SERVICE}"$@"
`
/** `install -d -o aforo -g aforo -m 700 FOLDER`. */
const INSTALL = `#!/usr/bin/env bash
[ "$1 $2 $3 $4 $5 $6 $7" = "-d -o aforo -g aforo -m 700" ] || { echo "install: OWNER_ERROR: $*"; exit 1; }
mkdir -p "$8" && chmod 700 "$8"${isRoot ? ` && chown ${UNPRIVILEGED_UID}:${UNPRIVILEGED_UID} "$8"` : ''}
`
/** `systemctl start|stop aforo`, for a server that this test may end. */
const SYSTEMCTL = `#!/usr/bin/env bash
set -e
PID="$AFORO_TEST/server.pid"
case "$1" in
  start) : > "$AFORO_TEST/server.log" # the line of the life before is not this one's
    ${AS_SERVICE}"$AFORO_NODE" --disable-warning=ExperimentalWarning "$AFORO_ROOT/server/serve.ts" > "$AFORO_TEST/server.log" 2>&1 & echo $! > "$PID"
    for _ in $(seq 300); do grep -q 'Aforo listens' "$AFORO_TEST/server.log" && exit 0; sleep 0.1; done; cat "$AFORO_TEST/server.log"; exit 1 ;;
  stop) kill "$(cat "$PID")"; while kill -0 "$(cat "$PID")" 2>/dev/null; do sleep 0.1; done; rm "$PID" ;;
esac
`

beforeAll(async () => {
  if (!hasTools) return
  folder = mkdtempSync(join(tmpdir(), 'aforo-operate-'))
  for (const name of ['bin', 'etc/aforo', 'lib', 'opt/aforo', 'backup'])
    mkdirSync(join(folder, name), { recursive: true })
  symlinkSync(root, join(folder, 'opt/aforo/current'))
  chmodSync(folder, 0o755)
  for (const [name, text] of Object.entries({ systemctl: SYSTEMCTL, runuser: RUNUSER, install: INSTALL })) {
    writeFileSync(join(folder, 'bin', name), text)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => {
        resolve(free)
      })
    })
  })
  writeFileSync(
    join(folder, 'etc/aforo/aforo.env'),
    `SECRET_KEY=${KEY}\nPORT=${port}\nDRAIN_S=0\nLOG_LEVEL=error\nNOTICE_MAIL=off\n`,
    { mode: 0o600 },
  )
  const { catalog, facts, close } = await openStores(readStoreConfig({ DATA_DIR: join(folder, 'lib/aforo') }))
  await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  await catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'ana@example.com',
      passwordHash: 'phc',
      role: 'basic',
      flags: [],
      clients: [],
      properties: { demo: false },
    },
    1,
  )
  await facts.upsertTraffic([hourRow(20_500, 10, { ins: 7 })], 'test')
  await close()
  if (isRoot)
    for (const path of ['', ...readAll('lib/aforo')])
      chownSync(join(folder, 'lib/aforo', path), UNPRIVILEGED_UID, UNPRIVILEGED_UID)
})
afterAll(() => {
  if (!hasTools) return
  const pid = join(folder, 'server.pid')
  try {
    if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')))
  } catch (cause) {
    // A server that could not start has ended already: the test reports what failed.
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Everything below one of the folders of the test. */
const readAll = (name: string) => readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })

/** One script: what a block sets, the ones after it have. */
function run(commands: string) {
  const places = commands
    .replaceAll('/var/lib/', `${folder}/lib/`)
    .replaceAll('/etc/aforo', `${folder}/etc/aforo`)
    .replaceAll('/backup/', `${folder}/backup/`)
    .replaceAll('/opt/aforo', `${folder}/opt/aforo`)
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', places], {
    encoding: 'utf8',
    timeout: 480_000,
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      AFORO_TEST: folder,
      AFORO_ROOT: root,
      AFORO_NODE: process.execPath,
      NEW_PASSWORD: 'Largo-y-Seguro-2026',
    },
  })
}

test('every task of the runbook has commands that are run here', () => {
  expect([...new Set(blocks.filter(({ info }) => info === 'sh').map(({ heading }) => heading))]).toEqual([
    '',
    'Back up',
    'Restore',
    'Upgrade',
    'Roll back',
    'Rotate',
    'The disk is full',
    'Something is damaged',
    'The last administrator is lost',
  ])
  expect(blocks.filter(({ info }) => info !== 'sh').map(({ heading, info }) => [heading, info])).toEqual([
    ['Back up', 'sh by hand'],
    ['Upgrade', 'sh by hand'],
    ['Upgrade', 'sh by hand'],
    ['Something is damaged', 'sh by hand'],
  ])
})

test('each command that the page names is a script of the repository or of the package', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = new Set([...page.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!))
  expect(
    [...named].filter(
      (name) => scripts[name] === undefined && !INSTALL_STEPS.some((step) => step === `npm run ${name}`),
    ),
  ).toEqual([])
})

test.runIf(hasTools)(
  'the commands of the page do what it says, in its order, against a server that runs',
  async () => {
    const [first, ...rest] = blocks.filter(({ info }) => info === 'sh')
    const marks = rest.map(({ heading, commands }) => `echo "## ${heading}" >&2\n${commands}`)
    const { status, stdout, stderr } = run(
      [first!.commands, 'systemctl start aforo', ...marks, 'systemctl stop aforo'].join('\n'),
    )
    expect([
      status,
      stderr.split('\n').filter((line) => /[A-Z]+_[A-Z]+:|rror/.test(line)),
      status === 0 ? '' : `${stdout}${stderr}`,
    ]).toEqual([0, [], ''])
    expect(stdout.match(/all of it was read again/g)).toHaveLength(4)
    expect(stdout.match(/The server went on meanwhile/g)).toHaveLength(4)
    expect(stdout.match(/Restored the backup/g)).toHaveLength(5)
    expect(stdout).toContain('All is well.')
    expect(stdout).toContain('The audit log is whole')
    expect(stdout).toContain('Changed the password of ana@example.com')
    expect(stdout).toContain('Added eva@example.com (admin).')
    expect(stdout).toContain('{"status":"ok"}')
    expect(readdirSync(join(folder, 'lib')).sort()).toEqual([
      'aforo',
      'aforo-before',
      'aforo-damaged',
      'aforo-earlier',
      'aforo-then',
      'aforo-whole',
    ])
    const sums = await Promise.all(
      ['aforo', 'aforo-before', 'aforo-then', 'aforo-whole', 'aforo-earlier'].map((name) =>
        withFacts(join(folder, 'lib', name, 'facts.duckdb'), factSums),
      ),
    )
    // The service can use everything that was written.
    if (isRoot)
      for (const place of ['lib', 'backup'])
        expect(readAll(place).filter((path) => statSync(join(folder, place, path)).uid !== UNPRIVILEGED_UID)).toEqual(
          [],
        )
    for (const other of sums) expect(differences({ ...sums[1]!, rows: {} }, { ...other, rows: {} })).toEqual([])
  },
  540_000,
)

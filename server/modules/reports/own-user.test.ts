/** The user that a browser runs as under root: what it may read, what it may write, and what is left of it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwnUser } from './own-user.ts'

const UNPRIVILEGED_UID = 65_534
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "aforo o'browser-"))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** In place of a browser: says who it is and how it was called. */
function program(): string {
  const path = join(folder, 'browser')
  writeFileSync(path, '#!/bin/sh\nid -u; id -g; grep -E "^(CapBnd|CapInh|NoNewPrivs)" /proc/self/status; echo "$@"\n', {
    mode: 0o700,
  })
  return path
}

test.runIf(isRoot)(
  'it starts the browser as an unprivileged user, without capabilities, with a profile of its own',
  async () => {
    const { executablePath, env, end } = await asOwnUser(program())
    const home = String(env.HOME)
    const said = execFileSync(executablePath, ['--a', 'b c', '--user-data-dir=/root'], { encoding: 'utf8' })
    expect(said.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())).toEqual([
      String(UNPRIVILEGED_UID),
      String(UNPRIVILEGED_UID),
      'CapInh: 0000000000000000',
      'CapBnd: 0000000000000000',
      'NoNewPrivs: 1',
      `--a b c --user-data-dir=/root --user-data-dir=${home}`,
      '',
    ])
    await end()
  },
)

test.runIf(isRoot)('what it writes is in a folder that is its own alone, and is gone at the end', async () => {
  const { executablePath, env, end } = await asOwnUser(program())
  const home = String(env.HOME)
  expect(env).toEqual({ HOME: home, TMPDIR: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home })
  expect([statSync(home).uid, statSync(home).gid, mode(home)]).toEqual([UNPRIVILEGED_UID, UNPRIVILEGED_UID, '700'])
  expect([mode(executablePath), mode(dirname(home)), statSync(dirname(home)).uid]).toEqual(['755', '755', 0])
  expect([dirname(executablePath), dirname(home).startsWith(join(tmpdir(), 'aforo-print-'))]).toEqual([
    dirname(home),
    true,
  ])
  await end()
  expect(existsSync(dirname(home))).toBe(false)
  await end()
})

test.runIf(isRoot)('a browser that was unpacked for us may be read by it, and written by its owner alone', async () => {
  const path = program()
  const beside = join(folder, 'data')
  writeFileSync(beside, 'x', { mode: 0o666 })
  const { executablePath, end } = await asOwnUser(path)
  expect([mode(folder), mode(path), mode(beside)]).toEqual(['755', '755', '644'])
  expect(readFileSync(executablePath, 'utf8')).toContain(`'${path.replaceAll("'", "'\\''")}'`)
  await end()
})

test.runIf(isRoot)('a browser of the machine stays as it is', async () => {
  const [before, path] = [mode('/bin/true'), '/bin/true']
  const folderBefore = mode(dirname(path))
  const { end } = await asOwnUser(path)
  expect([mode(path), mode(dirname(path))]).toEqual([before, folderBefore])
  await end()
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoKey, lockDataDir } from './boot.ts'

let directory: string
const children: ChildProcess[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'aforo-boot-'))
})
afterEach(() => {
  // One that outlives a failed test would keep the run from ending.
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

/** Another process that takes the lock and keeps it until it is killed, also when it forgets what it got. */
async function holder() {
  const code =
    'const { lockDataDir } = await ' +
    `import(${JSON.stringify(new URL('./boot.ts', import.meta.url).href)}); ` +
    `lockDataDir(${JSON.stringify(directory)}); await new Promise(setImmediate); gc(); console.log('held'); ` +
    'setInterval(() => {}, 1000)'
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

test('a second process is refused with the holder of the directory', async () => {
  const child = await holder()
  expect(() => lockDataDir(directory)).toThrow(
    expect.objectContaining({
      code: 'DATA_DIR_LOCKED',
      message: `${directory} is in use by process ${child.pid}; stop it first, or set DATA_DIR to another directory.`,
    }),
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
})

test('the lock of a killed process is free at once', async () => {
  const child = await holder()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(readFileSync(join(directory, 'aforo.pid'), 'utf8')).toBe(`${child.pid}\n`)
  const lock = lockDataDir(directory)
  expect(readFileSync(join(directory, 'aforo.pid'), 'utf8')).toBe(`${process.pid}\n`)
  lock.release()
})

test('the same process is refused too, until it lets go', () => {
  const lock = lockDataDir(directory)
  expect(() => lockDataDir(directory)).toThrow(`is in use by process ${process.pid}`)
  lock.release()
  expect(existsSync(join(directory, 'aforo.pid'))).toBe(false)
  lockDataDir(directory).release()
})

test('the key of a demo is made once, long, and for its owner only', () => {
  const key = demoKey(directory)
  expect(Buffer.from(key, 'base64')).toHaveLength(48)
  expect(demoKey(directory)).toBe(key)
  expect(statSync(join(directory, 'secret.key')).mode & 0o777).toBe(0o600)
})

/** The process that reads an import: its messages are reported, and it is gone after every kind of end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReadJob } from './read-job.ts'
import { createReader, type ReaderError } from './reader.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-reader-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let scripts = 0
const JOB: ReadJob = { files: [], folder: '/nowhere', settings: {}, locals: [], nowMs: 7 }
/** Reads with a process that does this with its job; `say` sends a message. */
function reading(body: string, { timeMs = 20_000, signal = new AbortController().signal } = {}) {
  const path = join(folder, `${(scripts += 1)}.mjs`)
  writeFileSync(
    path,
    `const say = (message) => process.send(message)\nprocess.on('message', async (job) => { ${body} })\n`,
  )
  const messages: unknown[] = []
  const read = createReader({ timeMs, module: pathToFileURL(path) }).read(JOB, {
    signal,
    onProgress: (progress) => messages.push(progress),
  })
  return { read, messages }
}
const ended = (read: Promise<unknown>) =>
  read.then(
    (outcome) => outcome,
    (error: ReaderError) => [error.name, error.why, error.message],
  )
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

test('gets the job, says how far it is, and what it found; it is gone by then', async () => {
  const { read, messages } = reading(
    `say({ progress: { phase: 'reading', done: 1, of: 2, lines: 3 } }); say({ outcome: { pid: process.pid, job } ` +
      '}); setInterval(() => {}, 1000)',
  )
  const { pid, job } = (await read) as unknown as { pid: number; job: ReadJob }
  expect([job, messages, isGone(pid)]).toEqual([JOB, [{ phase: 'reading', done: 1, of: 2, lines: 3 }], true])
})

test('has none of the settings of the server, and a memory of its own', async () => {
  process.env.AFORO_SECRET_OF_TEST = 'secret'
  process.env.MALLOC_ARENA_MAX = '2'
  try {
    const { read } = reading(`say({ outcome: { names: Object.keys(process.env), options: process.execArgv } })`)
    const { names, options } = (await read) as unknown as { names: string[]; options: string[] }
    expect(names).toContain('MALLOC_ARENA_MAX')
    expect(names.filter((name) => /AFORO|PATH|HOME/.test(name))).toEqual([])
    expect(options).toContain('--max-old-space-size=384')
  } finally {
    delete process.env.AFORO_SECRET_OF_TEST
    delete process.env.MALLOC_ARENA_MAX
  }
})

describe('is a failure in words', () => {
  test('when it says so', async () => {
    expect(await ended(reading(`say({ failure: 'Error: no' })`).read)).toEqual(['ReaderError', 'died', 'Error: no'])
  })

  test('when it exits without a message, by itself or killed; the line with the error is reported', async () => {
    expect(
      await Promise.all([
        ended(reading('process.exit(3)').read),
        ended(
          reading(
            `console.error('first'); console.error('TypeError: x\\nat y'); process.exitCode = 4; process.disconnect()`,
          ).read,
        ),
        ended(reading(`console.error('z'.repeat(300)); process.exitCode = 5; process.disconnect()`).read),
        ended(reading(`process.kill(process.pid, 'SIGTERM')`).read),
      ]),
    ).toEqual([
      ['ReaderError', 'died', 'The process that reads ended (3): '],
      ['ReaderError', 'died', 'The process that reads ended (4): TypeError: x'],
      ['ReaderError', 'died', `The process that reads ended (5): ${'z'.repeat(200)}`],
      ['ReaderError', 'died', 'The process that reads ended (SIGTERM): '],
    ])
  })

  test('when it takes too long, and it is ended', async () => {
    expect(await ended(reading('setInterval(() => {}, 1000)', { timeMs: 400 }).read)).toEqual([
      'ReaderError',
      'late',
      'It could not be read within 0 min.',
    ])
  })
})

test('that is cancelled ends, before it has begun or later', async () => {
  const stop = new AbortController()
  const { read, messages } = reading(`say({ progress: { pid: process.pid } }); setInterval(() => {}, 1000)`, {
    signal: stop.signal,
  })
  const stopped = ended(read)
  await expect.poll(() => messages.length).toBe(1)
  stop.abort()
  const words = ['ReaderError', 'stopped', 'Reading was cancelled.']
  expect(await stopped).toEqual(words)
  expect(isGone((messages[0] as { pid: number }).pid)).toBe(true)
  expect(await ended(reading(`say({ outcome: 1 })`, { signal: AbortSignal.abort() }).read)).toEqual(words)
})

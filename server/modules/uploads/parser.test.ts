/** The threads that read files: kept for the next one as far as they may be, and given up in words. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import { createParser, type Parser } from './parser.ts'

const WORKER = `
import { parentPort, threadId } from 'node:worker_threads'
const parsed = (rows) => parentPort.postMessage({ parsed: { check: { thread: threadId, env: Object.keys(process.env) }, rows } })
parentPort.on('message', ({ path, gates }) => {
  const [what, value] = path.split(' ')
  if (what === 'rows') parsed(value === undefined ? null : { length: Number(value) })
  else if (what === 'gate') {
    const waiting = setInterval(() => {
      if (Atomics.load(new Int32Array(gates), Number(value)) === 0) return
      clearInterval(waiting)
      parsed(null)
    }, 2)
  }
  else if (what === 'problem') parentPort.postMessage({ problem: { code: 'UPLOAD_EMPTY', message: 'The file is empty.', details: { a: 1 } } })
  else if (what === 'throw') throw new Error('x')
  else if (what === 'exit') process.exit(3)
})`
let parser: Parser
/** Files wait at them until they are opened. */
let gates: SharedArrayBuffer
const open = (gate: number) => Atomics.store(new Int32Array(gates), gate, 1)
beforeEach(() => {
  gates = new SharedArrayBuffer(8)
  parser = made()
})
afterEach(() => parser.close())
const made = (timeMs?: number) =>
  createParser({
    worker: new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`),
    ...(timeMs !== undefined && { timeMs }),
  })
const parse = (path: string, by = parser) =>
  by.parse({ path, gates } as never) as never as Promise<{ check: { thread: number; env: string[] } }>
const thread = async (path: string) => (await parse(path)).check.thread
const said = (run: Promise<unknown>) =>
  run.then(
    () => 'read',
    (error: AppError) => [error instanceof AppError, error.code, error.message],
  )
const tooMuch = (what: string, most: string) => [
  true,
  'UPLOAD_TOO_MUCH',
  `The file holds too much: ${what}; at most ${most} is read.`,
]

describe('a thread', () => {
  test('is kept for the next file, unless it has read many rows', async () => {
    const first = await thread('rows')
    expect([await thread('rows 0'), await thread('rows 20000'), await thread('rows 20001')]).toEqual(
      Array(3).fill(first),
    )
    expect(await thread('rows')).not.toBe(first)
  })

  test('is kept when a file was wrong, whose errors are reported as found', async () => {
    const first = await thread('rows')
    await expect(parse('problem')).rejects.toMatchObject({
      code: 'UPLOAD_EMPTY',
      message: 'The file is empty.',
      details: { a: 1 },
    })
    expect(await thread('rows')).toBe(first)
  })

  test('of two that are at work one is kept', async () => {
    const [first, second] = [thread('gate 0'), thread('gate 1')]
    open(0)
    const kept = await first
    open(1)
    expect(await second).not.toBe(kept)
    expect(await thread('rows')).toBe(kept)
  })

  test('has none of the settings of the server', async () => {
    expect((await parse('rows')).check.env.filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([])
  })
})

describe('is given up in words, and the next file is read by another one', () => {
  test('a thread that fails, ends, or takes too long', async () => {
    expect(await said(parse('throw'))).toEqual(
      tooMuch('reading it took more memory than there is for one file', '256 MB'),
    )
    expect(await said(parse('exit'))).toEqual(tooMuch('reading it was given up', 'one file'))
    const quick = made(50)
    expect(await said(parse('gate 0', quick))).toEqual(tooMuch('it could not be read within 0.05 s', '0.05 s'))
    await quick.close()
    expect(await said(parse('rows'))).toBe('read')
  })

  test('all of them when the server closes', async () => {
    const waiting = [said(parse('gate 0')), said(parse('gate 1'))]
    await new Promise((resolve) => setImmediate(resolve))
    await parser.close()
    expect(await Promise.all(waiting)).toEqual(Array(2).fill(tooMuch('reading it was given up', 'one file')))
  })
})

test('two files are read at once and ten wait, each in its turn; the next one is asked to retry', async () => {
  const order: number[] = []
  const all = Array.from({ length: 12 }, async (_, i) => {
    await parse(i < 2 ? `gate ${i}` : 'rows')
    order.push(i)
  })
  await expect(parse('rows')).rejects.toMatchObject({
    code: 'UPLOAD_BUSY',
    message: 'Many files are being read at the moment; try again in a few seconds.',
    details: { retryAfterS: 10 },
  })
  open(0)
  await Promise.all(all.filter((_, i) => i !== 1))
  open(1)
  await Promise.all(all)
  expect(order).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1])
  expect(await said(parse('rows'))).toBe('read')
})

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { columnData, toRows } from '#domain/frame-build'
import { createDuckDbFactStore } from '../../server/facts/duckdb/store.ts'
import { batchOf, FIRST_DAY, ROWS, valueOf, WRITERS } from './ledger.ts'

/** Of every run; `npm run drill -- cases` asks for a thousand. */
const KILLS = Number(process.env.AFORO_KILLS ?? 16)
/** So many kills end in one of a writer that starts, and in a look at all that was acknowledged. */
const ROUND = 8
const WRITER = join(import.meta.dirname, 'writer.ts')

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-crash-'))
  path = join(folder, 'facts.duckdb')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Life {
  readonly acknowledged: readonly (readonly [w: number, k: number])[]
  readonly failures: readonly string[]
  readonly wasReady: boolean
  readonly signal: NodeJS.Signals | null
  readonly errors: string
}

/**
 * Lets a writer process live until it is killed `afterMs` after it was ready (before that when negative), or until it
 * ends.
 */
function live(
  next: readonly number[],
  {
    afterMs,
    command = [process.execPath],
    most = 'Infinity',
  }: { afterMs?: number; command?: readonly string[]; most?: string },
): Promise<Life> {
  return new Promise((resolve) => {
    const [file = '', ...before] = command
    const child = spawn(file, [...before, WRITER, path, next.join(','), most], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    let timer: NodeJS.Timeout | undefined
    const kill = (ms: number) => {
      timer ??= setTimeout(() => child.kill('SIGKILL'), ms)
    }
    if (afterMs !== undefined && afterMs < 0) kill(-afterMs)
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (afterMs !== undefined && output.startsWith('ready')) kill(Math.max(0, afterMs))
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.on('close', (_code, signal) => {
      clearTimeout(timer)
      const lines = output.split('\n')
      resolve({
        acknowledged: lines
          .filter((line) => line.startsWith('ack '))
          .map((line) => line.split(' ').slice(1, 3).map(Number) as [number, number]),
        failures: lines.filter((line) => line.startsWith('fail ')),
        wasReady: lines[0] === 'ready',
        signal,
        errors,
      })
    })
  })
}

/** Next batch of each writer after some lives. */
function advance(next: number[], life: Life) {
  for (const [w, k] of life.acknowledged) next[w] = Math.max(next[w]!, k + 1)
}

/** Every acknowledged hour once and with its value; at most one batch more per writer, which was in flight. */
async function verify(next: readonly number[]) {
  const store = await createDuckDbFactStore({ path })
  const frame = await store.query({
    table: 'traffic',
    measures: ['hours', 'ins'],
    by: ['local', 'day', 'hour'],
    where: { client: [1] },
    periods: [{ name: 'only', from: FIRST_DAY, to: FIRST_DAY + 100_000 }],
  })
  const hours = columnData(frame, 'hours')
  const twice = hours.kind === 'numbers' ? [...hours.values].filter((count) => count !== 1).length : -1
  const stored = new Map(
    toRows(frame).map(([local, day, hour, , ins]) => [
      `${local} ${(Number(day) - FIRST_DAY) * 24 + Number(hour)}`,
      ins,
    ]),
  )
  let lost = 0
  let wrong = 0
  let onTheirWay = 0
  for (let w = 0; w < WRITERS; w += 1) {
    for (let at = 0; at < next[w]! * ROWS; at += 1) {
      const ins = stored.get(`${w + 1} ${at}`)
      if (ins === undefined) lost += 1
      else if (ins !== valueOf(w, Math.floor(at / ROWS), at % ROWS)) wrong += 1
      stored.delete(`${w + 1} ${at}`)
    }
    // A batch that was stored and never acknowledged is there as a whole.
    const extra = batchOf(w, next[w]!).filter((_, i) => stored.delete(`${w + 1} ${next[w]! * ROWS + i}`)).length
    if (extra !== 0 && extra !== ROWS) wrong += 1
    onTheirWay += extra / ROWS
  }
  await store.close()
  return { lost, wrong, twice, strangers: stored.size, onTheirWay }
}

test(
  `${KILLS} kills at random moments lose nothing that was acknowledged and count nothing twice`,
  async () => {
    const next = Array<number>(WRITERS).fill(0)
    let acknowledged = 0
    let slowestMs = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      // One of each round dies while it starts, the others after up to a quarter of a second of writing.
      const isLast = kill % ROUND === ROUND - 1
      const afterMs = isLast ? -(60 + Math.random() * 120) : Math.random() * 250
      const life = await live(next, { afterMs })
      expect(life.errors).toBe('')
      expect(life.signal).toBe('SIGKILL')
      acknowledged += life.acknowledged.length
      advance(next, life)
      if (!isLast) continue
      const began = performance.now()
      expect(await verify(next)).toMatchObject({ lost: 0, wrong: 0, twice: 0, strangers: 0 })
      slowestMs = Math.max(slowestMs, performance.now() - began)
    }
    expect(await verify(next)).toMatchObject({ lost: 0, wrong: 0, twice: 0, strangers: 0 })
    expect(acknowledged).toBeGreaterThan(KILLS)
    console.log(
      `crash loop: ${KILLS} kills, ${acknowledged * ROWS} hours acknowledged, 0 lost, 0 twice, opened and checked ` +
        `in at most ${Math.round(slowestMs)} ms`,
    )
  },
  Math.max(180_000, KILLS * 5000),
)

// The limit on the size of a file makes writes fail as a full disk does, and needs no rights.
test.runIf(process.platform === 'linux')(
  'a disk that fills up refuses batches with a clear error, keeps what was acknowledged, and goes on when there is space',
  async () => {
    const next = Array<number>(WRITERS).fill(0)
    const full = await live(next, { command: ['bash', '-c', 'ulimit -f 2048; exec "$@"', 'bash', process.execPath] })
    advance(next, full)
    expect(full.failures.length).toBeGreaterThan(0)
    for (const failure of full.failures)
      expect(failure).toMatch(
        /^fail \d \d+ FACTS_WRITE_FAILED None of this batch was stored in .*facts\.duckdb: the disk is full or the file may not grow\. Send it again\.$/,
      )
    expect(await verify(next)).toMatchObject({ lost: 0, wrong: 0, twice: 0, strangers: 0 })

    const after = await live(next, { most: '3' })
    expect({ failures: after.failures, acknowledged: after.acknowledged.length }).toEqual({
      failures: [],
      acknowledged: WRITERS * 3,
    })
    advance(next, after)
    expect(await verify(next)).toEqual({ lost: 0, wrong: 0, twice: 0, strangers: 0, onTheirWay: 0 })
  },
  60_000,
)

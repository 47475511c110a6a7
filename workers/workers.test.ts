import { expose } from 'comlink'
import { afterEach, describe, expect, test } from 'vitest'
import { csvOfFrame } from '../src/domain/csv.test-support.ts'
import type { DomainError } from '#domain/domain-error'
import { encodeArrow } from '#domain/frame-arrow'
import { fromRows, toJson, toRows } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { runTransform } from '#domain/transform/run'
import { createCsvJob } from './csv-job.ts'
import { csvChunks, writeCsv } from './csv.ts'
import { createDataApi } from './data-api.ts'
import { ARROW, createDataJob } from './data-job.ts'
import { createDataPool } from './data.ts'
import type { DataCompute } from './data.ts'
import { createLocalCompute } from './local-compute.ts'
import { defaultSize } from './pool.ts'
import type { WorkerHandle } from './worker-handle.ts'

const frame = fromRows(
  [
    { id: 'local', type: 'int', role: 'dim' },
    { id: 'name', type: 'text', role: 'dim' },
    { id: 'ins', type: 'int', role: 'measure' },
  ],
  [
    [1, 'Centro', 10],
    [2, 'Norte', null],
    [1, 'Centro', 5],
  ],
)
const STEPS = [{ op: 'aggregate', by: ['local'], measures: { ins: { fn: 'total', of: 'ins' } } }]
const signal = new AbortController().signal
const json = (given: Frame, asOf?: number) => new TextEncoder().encode(JSON.stringify({ ...toJson(given), asOf }))

/** Workers that are message ports, with a switch to kill each. */
function portWorkers(api: () => object) {
  const started: { crash: (reason: string) => void; ended: boolean }[] = []
  const start = (): WorkerHandle => {
    const { port1, port2 } = new MessageChannel()
    expose(api(), port2)
    const worker = { crash: (_reason: string) => undefined as void, ended: false }
    started.push(worker)
    return {
      endpoint: port1,
      terminate: () => {
        worker.ended = true
        port1.close()
        port2.close()
      },
      onCrash: (listener) => {
        worker.crash = (reason) => {
          port2.close()
          listener(reason)
        }
      },
    }
  }
  return { start, started }
}

const dataWorkers = () => portWorkers(() => createDataApi(createDataJob()))
const open: DataCompute[] = []
afterEach(() => {
  for (const compute of open.splice(0)) compute.close()
})
function pool(size: number) {
  const workers = dataWorkers()
  const compute = createDataPool({ start: workers.start, size })
  open.push(compute)
  return { compute, ...workers }
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: DomainError) => error.code ?? error.name,
  )

describe('steps asked for with the bytes', () => {
  const spied = () => {
    const calls: string[] = []
    const workers = portWorkers(() => {
      const api = createDataApi(createDataJob())
      return Object.fromEntries(
        Object.entries(api).map(([name, call]) => [
          name,
          (...given: unknown[]) => {
            calls.push(name)
            return (call as (...all: unknown[]) => unknown)(...given)
          },
        ]),
      )
    })
    const compute = createDataPool({ start: workers.start, size: 1 })
    open.push(compute)
    return { compute, calls }
  }

  test('are taken in the same trip, and are what a run of them gives', async () => {
    const { compute, calls } = spied()
    const ref = await compute.open(json(frame), 'application/json', undefined, [STEPS, [{ op: 'limit', n: 1 }]])
    const [ahead, limited] = [
      await compute.run(ref, STEPS, {}, signal),
      await compute.run(ref, [{ op: 'limit', n: 1 }], {}, signal),
    ]
    expect(calls).toEqual(['open'])
    const again = await compute.run(ref, STEPS, {}, signal)
    expect(calls).toEqual(['open', 'run'])
    expect([toRows(ahead.frame), ahead.steps.map(({ op, rowsIn, rowsOut }) => [op, rowsIn, rowsOut])]).toEqual([
      toRows(again.frame),
      again.steps.map(({ op, rowsIn, rowsOut }) => [op, rowsIn, rowsOut]),
    ])
    expect(toRows(limited.frame)).toEqual([[1, 'Centro', 10]])
  })

  test('that fail do not spoil the answer: their own run says why', async () => {
    const { compute, calls } = spied()
    const wrong = [{ op: 'sort', by: [{ column: 'visits' }] }]
    const ref = await compute.open(json(frame), 'application/json', undefined, [wrong])
    await expect(compute.run(ref, wrong, {}, signal)).rejects.toMatchObject({
      code: 'COLUMN_UNKNOWN',
      details: { column: 'visits' },
    })
    expect(calls).toEqual(['open', 'run'])
  })

  test('of a large answer wait for a run, which can be cancelled', async () => {
    const { compute, calls } = spied()
    const large = fromRows(
      frame.columns,
      Array.from({ length: 20_001 }, (_, at) => [at, 'Centro', 1]),
    )
    const ref = await compute.open(encodeArrow(large), ARROW, undefined, [[{ op: 'limit', n: 1 }]])
    await compute.run(ref, [{ op: 'limit', n: 1 }], {}, signal)
    expect(calls).toEqual(['open', 'run'])
  })

  test('are forgotten with their frame', async () => {
    const { compute } = spied()
    const ref = await compute.open(json(frame), 'application/json', undefined, [STEPS])
    compute.release(ref.id)
    expect(await codeOf(compute.run(ref, STEPS, {}, signal))).toBe('FRAME_UNKNOWN')
  })
})

test('the pool leaves one core to the page and has one to four workers', () => {
  expect([1, 2, 4, 16].map(defaultSize)).toEqual([1, 1, 3, 4])
})

describe.each([
  ['in workers', () => pool(2).compute],
  ['in the page', createLocalCompute],
])('frames %s', (_where, make) => {
  test('refusals keep their code and details', async () => {
    const compute = make()
    expect(await codeOf(compute.open(new TextEncoder().encode('<html>'), 'application/json'))).toBe('FRAME_BROKEN')
    expect(await codeOf(compute.open(new TextEncoder().encode('{"rows":1}'), 'application/json'))).toBe('FRAME_BROKEN')
    expect(await codeOf(compute.open(new TextEncoder().encode('<html>'), ARROW))).toBe('FRAME_BROKEN')
    expect(await codeOf(compute.run({ id: 'f99', columns: [], rows: 0 }, [], {}, signal))).toBe('FRAME_UNKNOWN')
    const ref = await compute.adopt(frame)
    await expect(
      compute.run(
        ref,
        [
          { op: 'limit', n: 1 },
          { op: 'sort', by: [{ column: 'visits' }] },
        ],
        {},
        signal,
      ),
    ).rejects.toMatchObject({ code: 'COLUMN_UNKNOWN', details: { step: 1, op: 'sort', column: 'visits' } })
    compute.release(ref.id)
    expect(await codeOf(compute.run(ref, [], {}, signal))).toBe('FRAME_UNKNOWN')
  })

  test('an answer in JSON and one in Arrow are the same frame', async () => {
    const compute = make()
    const fromJson = await compute.open(json(frame, 1_795_000_000_000), 'application/json; charset=utf-8')
    const fromArrow = await compute.open(encodeArrow(frame), ARROW, 1_795_000_000_000)
    expect(fromJson).toMatchObject({ columns: frame.columns, rows: 3, asOf: 1_795_000_000_000 })
    expect(fromArrow).toMatchObject({ columns: frame.columns, rows: 3, asOf: 1_795_000_000_000 })
    for (const ref of [fromJson, fromArrow]) {
      expect(toRows((await compute.run(ref, [], {}, signal)).frame)).toEqual(toRows(frame))
      // Handing the columns out must not empty the frame that stays.
      expect(toRows((await compute.run(ref, STEPS, {}, signal)).frame)).toEqual([
        [1, 15],
        [2, null],
      ])
    }
  })

  test('transforms give what they give on the main thread', async () => {
    const compute = make()
    const { frame: made, steps } = await compute.run(await compute.adopt(frame), STEPS, {}, signal)
    expect(made).toEqual(runTransform(frame, STEPS).frame)
    expect(steps.map(({ op, rowsIn, rowsOut }) => ({ op, rowsIn, rowsOut }))).toEqual([
      { op: 'aggregate', rowsIn: 3, rowsOut: 2 },
    ])
  })

  test('joins and merges reach frames of every worker', async () => {
    const compute = make()
    const [left, right] = [
      await compute.adopt(frame, 5),
      await compute.adopt(
        fromRows(
          [
            { id: 'local', type: 'int', role: 'dim' },
            { id: 'size', type: 'int', role: 'measure' },
          ],
          [[1, 90]],
        ),
        7,
      ),
    ]
    const joined = await compute.run(left, [{ op: 'join', with: 'stores', on: ['local'] }], { stores: right }, signal)
    expect(toRows(joined.frame)).toEqual([
      [1, 'Centro', 10, 90],
      [2, 'Norte', null, null],
      [1, 'Centro', 5, 90],
    ])
    const merged = await compute.merge([left, right])
    expect(merged).toMatchObject({ rows: 4, asOf: 7 })
    expect(toRows((await compute.run(merged, [], {}, signal)).frame).at(-1)).toEqual([1, null, null, 90])
    expect(toRows((await compute.run(right, [], {}, signal)).frame)).toEqual([[1, 90]])
  })

  test('a cancelled job is given up with the reason of its signal', async () => {
    const compute = make()
    const ref = await compute.adopt(frame)
    const gone = AbortSignal.abort(new Error('the filter changed'))
    await expect(compute.run(ref, STEPS, {}, gone)).rejects.toThrow('the filter changed')
    const controller = new AbortController()
    const running = compute.run(ref, STEPS, {}, controller.signal)
    controller.abort(new Error('too late'))
    await expect(running).rejects.toThrow('too late')
    expect(toRows((await compute.run(ref, STEPS, {}, signal)).frame)).toEqual([
      [1, 15],
      [2, null],
    ])
  })
})

describe('the pool', () => {
  test('starts a worker only when it has something to do', async () => {
    const { compute, started } = pool(2)
    expect(started).toHaveLength(0)
    await compute.adopt(frame)
    expect(started).toHaveLength(1)
    await compute.adopt(frame)
    expect(started).toHaveLength(2)
  })

  test('a frame of the page waits for no worker: it is known at once, and comes back as it is even if its worker never answers', async () => {
    const silent = portWorkers(() => ({}))
    const compute = createDataPool({ start: silent.start, size: 1 })
    open.push(compute)
    const ref = await compute.adopt(frame, 7)
    expect(ref).toEqual({ id: ref.id, columns: frame.columns, rows: 3, asOf: 7 })
    expect((await compute.run(ref, [], {}, signal)).frame).toBe(frame)
    compute.release(ref.id)
    expect(await codeOf(compute.run(ref, [], {}, signal))).toBe('FRAME_UNKNOWN')
  })

  test('a job of a worker that dies fails as lost, its frames are lost, the rest lives and a new worker takes the place', async () => {
    const { compute, started } = pool(2)
    const [first, second] = [await compute.adopt(frame), await compute.adopt(frame)]
    const running = compute.run(first, STEPS, {}, signal)
    started[0]?.crash('out of memory')
    const error = await running.catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'WORKER_LOST' })
    expect((error as Error).message).toBe(
      `Frame ${first.id} was lost because its worker stopped (out of memory); ask for it again.`,
    )
    expect(started[0]?.ended).toBe(true)

    expect(await codeOf(compute.run(first, STEPS, {}, signal))).toBe('WORKER_LOST')
    expect(toRows((await compute.run(second, STEPS, {}, signal)).frame)).toEqual([
      [1, 15],
      [2, null],
    ])
    const again = await compute.adopt(frame)
    expect(started).toHaveLength(3)
    expect(toRows((await compute.run(again, STEPS, {}, signal)).frame)).toEqual([
      [1, 15],
      [2, null],
    ])
  })

  test('closing it ends the workers and fails what was running', async () => {
    const { compute, started } = pool(1)
    const ref = await compute.adopt(frame)
    const running = compute.run(ref, STEPS, {}, signal)
    compute.close()
    expect(await codeOf(running)).toBe('WORKER_LOST')
    expect(started.map(({ ended }) => ended)).toEqual([true])
  })
})

describe('CSV in a worker', () => {
  const big = csvOfFrame(
    fromRows(
      [{ id: 'n', type: 'int', role: 'dim' }],
      Array.from({ length: 500 }, (_, n) => [n]),
    ),
  )

  test('the file is the one of the domain, progress counts its bytes, and the worker ends', async () => {
    const { start, started } = portWorkers(createCsvJob)
    const seen: number[] = []
    const blob = await writeCsv(big, { start, chunkBytes: 256, onProgress: ({ bytes }) => seen.push(bytes) })
    expect(blob.type).toBe('text/csv;charset=utf-8')
    expect((await blob.text()).split('\r\n').slice(0, 3)).toEqual(['n', '0', '1'])
    expect(seen.at(-1)).toBe(blob.size)
    expect(seen.length).toBeGreaterThan(5)
    expect(started.map(({ ended }) => ended)).toEqual([true])
  })

  test('cancelling between chunks stops with the reason, and ends the worker', async () => {
    const { start, started } = portWorkers(createCsvJob)
    const controller = new AbortController()
    const writing = writeCsv(big, {
      start,
      chunkBytes: 64,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('not needed any more')),
    })
    await expect(writing).rejects.toThrow('not needed any more')
    expect(started.map(({ ended }) => ended)).toEqual([true])
  })

  test('a worker that dies while writing fails as lost', async () => {
    const { start, started } = portWorkers(createCsvJob)
    const chunks = csvChunks(big, { start, chunkBytes: 64 })
    await chunks.next()
    const second = chunks.next()
    started[0]?.crash('gone')
    await expect(second).rejects.toMatchObject({ code: 'WORKER_LOST' })
  })
})

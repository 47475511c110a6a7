import { expose } from 'comlink'
import type { Endpoint } from 'comlink'
import { describe, expect, test } from 'vitest'
import { arrowParts } from '#domain/arrow-parts'
import { downloadColumns } from '#domain/download'
import { decodeArrow } from '#domain/frame-arrow'
import { fromRows, toRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import { createDownloadJob } from './download-job.ts'
import { buildDownload } from './download.ts'
import type { WorkerHandle } from './worker-handle.ts'

const COLUMNS = downloadColumns('daily', true)
const FRAME = fromRows(
  COLUMNS,
  [
    [2, 'Sol'],
    [1, 'Ópera'],
  ].map(([local, name]): Cell[] =>
    COLUMNS.map(({ id }) =>
      id === 'local' ? (local ?? null) : id === 'name' ? (name ?? null) : id === 'date' ? 20_777 : 5,
    ),
  ),
)

/** The job behind a message port, as it is behind a worker. */
function port(): { start: () => WorkerHandle; crash: (reason: string) => void; ended: () => boolean } {
  const { port1, port2 } = new MessageChannel()
  let crashed: (reason: string) => void = () => undefined
  let hasEnded = false
  expose(createDownloadJob(), port2 as unknown as Endpoint)
  return {
    start: () => ({
      endpoint: port1 as unknown as Endpoint,
      terminate: () => {
        hasEnded = true
        port1.close()
        port2.close()
      },
      onCrash: (listener) => {
        crashed = listener
      },
    }),
    crash: (reason) => crashed(reason),
    ended: () => hasEnded,
  }
}
async function bytes(): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of arrowParts(
    (async function* () {
      yield FRAME
    })(),
  ))
    parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

describe('a download is refused', () => {
  test('when it was cancelled before, or its bytes are no Arrow stream; the worker ends either way', async () => {
    const worker = port()
    await expect(
      buildDownload(await bytes(), {
        format: 'csv',
        order: 'date',
        signal: AbortSignal.abort(new Error('gone')),
        start: worker.start,
      }),
    ).rejects.toThrow('gone')
    expect(worker.ended()).toBe(false)
    await expect(
      buildDownload(new TextEncoder().encode('no'), { format: 'csv', order: 'date', start: worker.start }),
    ).rejects.toMatchObject({ message: expect.stringContaining('no Arrow stream') })
    expect(worker.ended()).toBe(true)
  })

  test('when it is cancelled on the way, or its worker dies', async () => {
    const [one, other] = [port(), port()]
    const control = new AbortController()
    await expect(
      buildDownload(await bytes(), {
        format: 'xlsx',
        order: 'date',
        signal: control.signal,
        start: one.start,
        onStage: (stage) => {
          if (stage === 'sorting') control.abort(new Error('enough'))
        },
      }),
    ).rejects.toThrow('enough')
    await expect(
      buildDownload(await bytes(), {
        format: 'csv',
        order: 'date',
        start: other.start,
        onStage: (stage) => {
          if (stage === 'parsing') other.crash('out of memory')
        },
      }),
    ).rejects.toMatchObject({ code: 'WORKER_LOST' })
    expect([one.ended(), other.ended()]).toEqual([true, true])
  })
})

test('tells its stages in order and gives the file that was asked for', async () => {
  const stages: string[] = []
  const { file, rows } = await buildDownload(await bytes(), {
    format: 'csv',
    order: 'local',
    start: port().start,
    onStage: (stage) => {
      stages.push(stage)
    },
  })
  expect([stages, rows, file.type]).toEqual([
    ['loading', 'parsing', 'sorting', 'writing'],
    2,
    'text/csv; charset=utf-8',
  ])
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
  expect([
    text.startsWith('\ufefflocal;name;date;frontal;'),
    text
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(';').slice(0, 3).join(';')),
  ]).toEqual([true, ['1;Ópera;2026-11-20', '2;Sol;2026-11-20', '']])

  const arrow = await buildDownload(await bytes(), { format: 'arrow', order: 'date', start: port().start })
  expect(toRows(decodeArrow(new Uint8Array(await arrow.file.arrayBuffer())))).toEqual(toRows(FRAME))
  const sheet = await buildDownload(await bytes(), { format: 'xlsx', order: 'date', start: port().start })
  expect(new Uint8Array(await sheet.file.arrayBuffer()).slice(0, 2)).toEqual(new TextEncoder().encode('PK'))
})

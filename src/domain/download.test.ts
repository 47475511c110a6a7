import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrowParts, batchCounter } from './arrow-parts.ts'
import { writeCsv } from './csv.ts'
import { downloadColumns, downloadFileName } from './download.ts'
import { downloadCsv, hhmmss } from './download-csv.ts'
import { sortDownload } from './download-order.ts'
import { decodeArrow } from './frame-arrow.ts'
import { fromRows, toRows } from './frame-build.ts'
import type { Cell, Frame } from './frame.ts'

const COLUMNS = downloadColumns('daily', true)
const NAMES = ['Óptica 10', 'Óptica 2', 'Álamo']
/** One day of the locals named. */
const dayOf = (day: number, locals: readonly number[]): Frame => {
  const frame = fromRows(
    COLUMNS,
    locals.map((local): Cell[] =>
      COLUMNS.map(({ id }) =>
        id === 'local'
          ? local
          : id === 'name'
            ? (NAMES[local] ?? null)
            : id === 'date'
              ? day
              : id === 'tickets'
                ? null
                : id.endsWith('Rate')
                  ? 12.345
                  : 61,
      ),
    ),
  )
  return {
    ...frame,
    data: frame.data.map((data, at) =>
      COLUMNS[at]?.id === 'name'
        ? { kind: 'text', codes: Int32Array.from(locals), dictionary: NAMES }
        : COLUMNS[at]?.unit === 'percent' && data.kind === 'numbers'
          ? { ...data, values: Float64Array.from(data.values) }
          : data,
    ),
  }
}
async function joined(frames: readonly Frame[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of arrowParts(
    (async function* () {
      yield* frames
    })(),
  ))
    parts.push(part)
  return Buffer.concat(parts)
}

test('a length of time is written HH:MM:SS, with more digits where it needs them', () => {
  expect([0, 59.6, 61, 3599, 86_399, 360_061].map(hhmmss)).toEqual([
    '00:00:00',
    '00:01:00',
    '00:01:01',
    '00:59:59',
    '23:59:59',
    '100:01:01',
  ])
})

test('rows are sorted by the name of their local as people count, and keep their dates in order', () => {
  const frame = { ...dayOf(1, [0, 1, 2]), rows: 3 }
  const byName = toRows(sortDownload(frame, 'local'))
  expect(byName.map((row) => row[1])).toEqual(['Álamo', 'Óptica 2', 'Óptica 10'])
  expect(byName.map((row) => [row[3], row[6], row[8]])).toEqual([
    [61, null, 12.345],
    [61, null, 12.345],
    [61, null, 12.345],
  ])
  expect(sortDownload(frame, 'date')).toBe(frame)
})

test('a file of text has rates with two decimals, lengths as clocks, and nothing where nothing was reported', () => {
  const [, row] = Buffer.concat([...writeCsv(downloadCsv(dayOf(20_000, [2])))])
    .toString('utf8')
    .split('\r\n')
  expect(row).toBe('2;Álamo;2024-10-04;61;61;61;;61;12.35;12.35;00:01:01;00:01:01;61;61;61;61;61;61;61;61;61;61;61;61')
})

test('days written one by one are one Arrow stream, counted right however its bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray([0, 1, 2]), { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 }),
      async (days, sizes) => {
        const frames = days.map((locals, at) => dayOf(20_000 + at, locals))
        const bytes = await joined(frames)
        expect(toRows(decodeArrow(bytes))).toEqual(frames.flatMap(toRows))
        const count = batchCounter()
        let [at, batches] = [0, 0]
        for (let turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          batches = count(bytes.subarray(at, at + size))
          at += size
        }
        expect(batches).toBe(days.length)
      },
    ),
    { numRuns: 40 },
  )
})

test('the name of a file has its days, and its extension the format', () => {
  expect(downloadFileName({ begin: '2026-11-01', end: '2026-11-20', content: 'daily', format: 'arrow' })).toBe(
    'data_export_2026-11-01_2026-11-20_daily.arrows',
  )
})

import { afterEach, expect, test, vi } from 'vitest'
import { sortedLines } from './sorted-lines.ts'
import { createStage, wholeDayOf, type Stage } from './stage.ts'

const order = { columns: 'hour, stream, line', from: 'line', by: 'hour, stream, line' }
let stage: Stage | undefined

afterEach(() => stage?.close())

type Line = readonly [hour: number, stream: number, line: number]

async function stageOf(lines: readonly Line[]): Promise<Stage> {
  stage = await createStage(['ins'])
  const out = stage.writer('line', 6)
  for (const [hour, stream, line] of lines) {
    for (const [c, value] of [hour, stream, 0, 0, line, 1].entries()) out.columns[c]![out.length] = value
    out.length += 1
  }
  await out.flush()
  return stage
}

async function read(of: AsyncGenerator<{ columns: readonly Int32Array[]; length: number }>): Promise<Line[]> {
  const lines: Line[] = []
  for await (const {
    columns: [hours, streams, numbers],
    length,
  } of of) {
    for (let i = 0; i < length; i += 1) lines.push([hours![i]!, streams![i]!, numbers![i]!])
  }
  return lines
}

const byHour = (a: Line, b: Line) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

test('lines in any order come by hour, counter and line, and none is lost or repeated', async () => {
  // A counter after the other, as many vendors write them, and the second half of the file begins anew.
  const lines = Array.from({ length: 6000 }, (_, i): Line => [490_000 + ((i * 7) % 500), i % 13, i + 1])
  expect(await read(sortedLines(await stageOf(lines), order, 700))).toEqual(lines.toSorted(byHour))
})

test('an hour with more lines than a piece is one piece, and a whole day comes after all hours', async () => {
  const lines = Array.from({ length: 900 }, (_, i): Line => [i === 450 ? wholeDayOf(20_000) : 490_000, 0, 900 - i])
  expect(await read(sortedLines(await stageOf(lines), order, 100))).toEqual(lines.toSorted(byHour))
})

test('lines are sorted some hours at a time, and never in more than 64 pieces', async () => {
  const lines = Array.from({ length: 1000 }, (_, i): Line => [490_000 + i, 0, i + 1])
  const sorts = async (piece: number) => {
    const of = await stageOf(lines)
    const reads = vi.spyOn(of, 'read')
    await read(sortedLines(of, order, piece))
    of.close()
    return reads.mock.calls.filter(([sql]) => sql.includes('ORDER BY hour, stream')).length
  }
  expect(await sorts(2000)).toBe(1)
  expect(await sorts(250)).toBe(4)
  expect(await sorts(1)).toBe(63)
})

test('rows wait for one row group, not for five, before they are written', async () => {
  const of = await stageOf([])
  expect(await of.run("SELECT current_setting('write_buffer_row_group_count')::INTEGER")).toEqual([[1]])
})

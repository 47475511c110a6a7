import { expect, test } from 'vitest'
import { arrowParts, batchCounter } from './arrow-parts.ts'
import { decodeArrow, encodeArrow } from './frame-arrow.ts'
import { fromRows, toRows } from './frame-build.ts'
import type { Frame } from './frame.ts'

const frameOf = (...numbers: number[]) =>
  fromRows(
    [{ id: 'ins', type: 'int', role: 'measure' }],
    numbers.map((number) => [number]),
  )
const END = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]

async function partsOf(...frames: Frame[]): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for await (const part of arrowParts(
    (async function* () {
      yield* frames
    })(),
  ))
    parts.push(part)
  return parts
}

const THREE = [frameOf(1, 2, 3), frameOf(), frameOf(4)]
const stream = async () => new Uint8Array(Buffer.concat(await partsOf(...THREE)))

/** The batches counted after each piece, the stream cut at these places. */
function countedAt(bytes: Uint8Array, ...cuts: number[]): number[] {
  const count = batchCounter()
  return [...cuts, bytes.length].map((to, at) => count(bytes.subarray(cuts[at - 1] ?? 0, to)))
}

test('the schema is written once, before the first part, and the end once, after the last', async () => {
  const parts = await partsOf(...THREE)
  const whole = THREE.map((frame) => encodeArrow(frame, { fixed: true }))
  expect([...parts.at(-1)!]).toEqual(END)
  expect(Buffer.concat([parts[0]!, parts.at(-1)!]).equals(whole[0]!)).toBe(true)
  const schema = whole[2]!.length - END.length - parts[2]!.length
  expect([...parts[2]!]).toEqual([...whole[2]!.subarray(schema, -END.length)])
  expect(toRows(decodeArrow(await stream()))).toEqual([[1], [2], [3], [4]])
})

test('no frames are a stream that says only that it ends', async () => {
  expect((await partsOf()).map((part) => [...part])).toEqual([END])
  expect(batchCounter()(Uint8Array.from(END))).toBe(0)
})

test('batches are counted when their head has come, wherever the stream is cut; the schema is none', async () => {
  const bytes = await stream()
  const heads = (await partsOf(...THREE)).map(({ length }) => length)
  const ends = heads.map((_, at) => heads.slice(0, at + 1).reduce((sum, length) => sum + length, 0))
  expect(countedAt(bytes)).toEqual([3])
  expect(countedAt(bytes, ends[0]!, ends[1]!, ends[2]!)).toEqual([1, 2, 3, 3])
  for (let cut = 1; cut < bytes.length; cut += 1) expect([cut, countedAt(bytes, cut).at(-1)]).toEqual([cut, 3])
  expect(countedAt(bytes, ...Array.from({ length: bytes.length - 1 }, (_, at) => at + 1)).at(-1)).toBe(3)
})

test('an incomplete part is waited for: a head without its last byte, eight bytes without the last', async () => {
  const bytes = await stream()
  const [schema] = [8 + new DataView(bytes.buffer).getInt32(4, true)]
  const head = 8 + new DataView(bytes.buffer).getInt32(schema + 4, true)
  expect(countedAt(bytes, 7, schema, schema + head - 1, schema + head)).toEqual([0, 0, 0, 1, 3])
})

test('nothing behind the end is counted', async () => {
  const bytes = await stream()
  expect(batchCounter()(new Uint8Array(Buffer.concat([bytes, bytes])))).toBe(3)
})

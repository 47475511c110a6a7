import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openJournal } from './journal.ts'
import type { Damage, Journal, Position } from './journal.ts'
import { encodeRecord } from './record.ts'

const START: Position = { segment: 0, place: 0 }
let folder: string
const files = () => readdirSync(folder).filter((name) => name.endsWith('.journal'))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-journal-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const record = (body: string) =>
  encodeRecord({
    receivedAt: 1_790_000_000_123.5,
    client: 7,
    footscan: 9,
    adapter: 'xovis',
    type: 'application/json',
    body: Buffer.from(body),
  })
const open = async (more: object = {}) => {
  const damage: Damage[] = []
  return {
    journal: await openJournal({ folder, applied: START, onDamage: (one) => damage.push(one), ...more }),
    damage,
  }
}
async function all(journal: Journal, from: Position = START, piece = 1 << 20): Promise<string[]> {
  const found: string[] = []
  for (let at = from; ;) {
    const { entries, end } = await journal.read(at, piece)
    if (entries.length === 0 && end.segment === at.segment && end.place === at.place) return found
    found.push(...entries.map(({ record: { body } }) => body.toString()))
    at = end
  }
}
const fill = async (bodies: readonly string[]) => {
  const { journal } = await open()
  await Promise.all(bodies.map((body) => journal.append(record(body), () => undefined)))
  await journal.close()
  return join(folder, files().sort().at(-1) ?? '')
}

test('what was appended is read again, whole and in order, whatever the size of the pieces', async () => {
  const bodies = Array.from({ length: 50 }, (_, i) => 'x'.repeat(i * 37) + i)
  const { journal } = await open()
  const order: number[] = []
  await Promise.all(bodies.map((body, i) => journal.append(record(body), () => order.push(i))))
  expect(order).toEqual(bodies.map((_, i) => i))
  for (const piece of [10, 500, 1 << 20]) expect(await all(journal, START, piece)).toEqual(bodies)
  const [entry] = (await journal.read(START, 1 << 20)).entries
  expect(entry?.record).toEqual({
    receivedAt: 1_790_000_000_123.5,
    client: 7,
    footscan: 9,
    adapter: 'xovis',
    type: 'application/json',
    body: Buffer.from('0'),
  })
  await journal.close()
})

test('those who wait together are answered by one sync', async () => {
  const { journal } = await open()
  let syncs = 0
  journal.onSync(() => {
    syncs += 1
  })
  await Promise.all(Array.from({ length: 100 }, (_, i) => journal.append(record(String(i)), () => undefined)))
  expect(syncs).toBe(1)
  await journal.close()
})

test('a full segment is followed by a new one, and goes once it is applied', async () => {
  const { journal } = await open({ segmentBytes: 200 })
  for (let i = 0; i < 6; i += 1) await journal.append(record('y'.repeat(150) + i), () => undefined)
  expect(files().length).toBe(6)
  expect(await all(journal)).toHaveLength(6)
  const middle = { segment: 3, place: 1e9 }
  const before = journal.bytesBehind(START)
  await journal.release(middle)
  expect(files().length).toBe(3)
  expect(journal.bytesBehind(middle)).toBe(before / 2)
  await journal.release(journal.synced)
  expect(files().length).toBe(1)
  await journal.close()
})

test('a torn tail is cut at any byte, and nothing before it is lost', async () => {
  const path = await fill(['one', 'two', 'three'])
  const bytes = readFileSync(path)
  const [first, second] = [record('one').length, record('one').length + record('two').length]
  for (let length = 0; length <= bytes.length; length += 1) {
    rmSync(folder, { recursive: true })
    const { journal: made } = await open()
    await made.close()
    writeFileSync(path, bytes.subarray(0, length))
    const { journal, damage } = await open()
    const whole = length === bytes.length ? 3 : length >= second ? 2 : length >= first ? 1 : 0
    expect(await all(journal)).toEqual(['one', 'two', 'three'].slice(0, whole))
    expect(damage.map(({ kind }) => kind)).toEqual(
      [0, first, second, bytes.length].includes(length) ? [] : ['torn tail'],
    )
    await journal.close()
  }
})

test('a flipped bit is always noticed, costs its own record, and the others stay readable', async () => {
  const bodies = ['one', 'two', 'three', 'four']
  const path = await fill(bodies)
  const bytes = readFileSync(path)
  const ends = bodies.map((_, i) => bodies.slice(0, i + 1).reduce((sum, body) => sum + record(body).length, 0))
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
      writeFileSync(path, flipped)
      const { journal, damage } = await open()
      const hit = ends.findIndex((end) => bit >> 3 < end)
      expect(await all(journal)).toEqual(bodies.filter((_, i) => i !== hit))
      expect(damage).toHaveLength(1)
      await journal.close()
    }),
    { numRuns: 120 },
  )
})

test('reading goes on behind a position, across a reopening', async () => {
  await fill(['one', 'two'])
  const { journal } = await open()
  await journal.append(record('three'), () => undefined)
  const { entries } = await journal.read(START, 1 << 20)
  expect(await all(journal, entries[0]?.after)).toEqual(['two', 'three'])
  await journal.close()
  truncateSync(join(folder, files().sort()[0] ?? ''), 0)
})

test('a journal that is closed takes nothing', async () => {
  const { journal } = await open()
  await journal.close()
  await expect(journal.append(record('x'), () => undefined)).rejects.toThrow('closed')
})

describe('what had been answered and is gone', () => {
  const kinds = (damage: readonly Damage[]) => damage.map(({ kind, bytes }) => [kind, bytes])

  test('at the end of a file is a cut, with its bytes, also where a message would end; what was being written is a torn tail', async () => {
    const path = await fill(['one', 'two', 'three'])
    const bytes = readFileSync(path)
    const last = record('three').length
    for (const lost of [last, last - 1, 1]) {
      for (const name of files()) if (join(folder, name) !== path) rmSync(join(folder, name))
      writeFileSync(path, bytes.subarray(0, bytes.length - lost))
      const { journal, damage } = await open()
      expect(await all(journal)).toEqual(['one', 'two'])
      expect(kinds(damage)).toEqual([['cut', last]])
      await journal.close()
    }
    for (const name of files()) if (join(folder, name) !== path) rmSync(join(folder, name))
    writeFileSync(path, Buffer.concat([bytes, record('four').subarray(0, 20)]))
    const { journal, damage } = await open()
    expect(kinds(damage)).toEqual([['torn tail', 20]])
    await journal.close()
  })

  test('with its file is missing, and said as such; a file all of which was counted is not missed', async () => {
    const path = await fill(['one', 'two'])
    rmSync(path)
    const { journal, damage } = await open()
    expect(kinds(damage)).toEqual([['missing', record('one').length + record('two').length]])
    await journal.close()
    const again = await open()
    expect(again.damage.map(({ kind }) => kind)).toEqual(['missing'])
    await again.journal.close()
    const counted = { segment: 9, place: 100 }
    const behind = await open({ applied: counted })
    expect(behind.damage.map(({ kind }) => kind)).toEqual([])
    await behind.journal.close()
    rmSync(folder, { recursive: true })
    const gone = await open({ applied: counted })
    expect(kinds(gone.damage)).toEqual([['missing', 0]])
    await gone.journal.close()
  })
})

test('what is in the facts is kept as far as there is room, the oldest goes first, and nothing is kept on a full disk', async () => {
  const kept = () => readdirSync(join(folder, 'kept')).map((name) => Number(name.slice(0, 10)))
  let hasRoom = true
  const { journal } = await open({ segmentBytes: 100, keptBytes: 700, hasRoom: () => hasRoom })
  const fillSome = async () => {
    for (let i = 0; i < 5; i += 1) await journal.append(record('y'.repeat(150) + i), () => undefined)
  }
  await fillSome()
  await journal.release(journal.synced)
  // Each is a little more than 200 bytes, and the one in use stays.
  expect(kept()).toEqual([2, 3, 4])
  expect(readdirSync(folder).filter((name) => name.endsWith('.journal'))).toEqual(['0000000005.journal'])
  hasRoom = false
  await fillSome()
  await journal.release(journal.synced)
  expect(kept()).toEqual([])
  await journal.close()
})

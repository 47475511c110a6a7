import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkJournal, openJournal } from './journal.ts'
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

test('what was appended is read back, complete and in order, for pieces of any size', async () => {
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

describe('where the journal is', () => {
  test('is in a folder of the server alone, in files that only it reads', async () => {
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
    folder = join(folder, 'deep', 'ingest')
    const { journal } = await open({ keptBytes: 1 })
    const [file = ''] = files()
    expect([
      mode(folder),
      mode(join(folder, 'kept')),
      mode(join(folder, file)),
      mode(join(folder, 'journal.mark')),
    ]).toEqual(['700', '700', '600', '600'])
    await journal.close()
  })

  test('is reported after each record, and all callers learn how long a sync took', async () => {
    const { journal } = await open({ segmentBytes: 1 })
    const [took, again]: [number[], number[]] = [[], []]
    journal.onSync((ms) => took.push(ms))
    journal.onSync((ms) => again.push(ms))
    const ends: Position[] = []
    for (const body of ['one', 'three']) await journal.append(record(body), (after) => ends.push(after))
    expect(ends).toEqual([
      { segment: 1, place: record('one').length },
      { segment: 2, place: record('three').length },
    ])
    expect([journal.synced, took.length, again.length]).toEqual([ends[1], 2, 2])
    expect(took.every((ms) => ms >= 0 && ms < 60_000)).toBe(true)
    await journal.close()
  })

  test('goes on behind the newest file, what the facts have, and what was answered, whichever is further', async () => {
    const first = async (more: object = {}) => {
      const { journal } = await open(more)
      const { segment } = journal.synced
      await journal.close()
      return segment
    }
    expect([await first(), await first(), await first({ applied: { segment: 9, place: 0 } }), await first()]).toEqual([
      1, 2, 10, 11,
    ])
    await fill(['one'])
    for (const name of files()) rmSync(join(folder, name))
    expect(await first()).toBe(13)
  })
})

describe('what is read', () => {
  test('goes on in the next file where one ends, and ends where nothing is synced', async () => {
    const { journal } = await open({ segmentBytes: 1 })
    for (const body of ['one', 'two']) await journal.append(record(body), () => undefined)
    const end = { segment: 1, place: record('one').length }
    const bodies = async (from: Position) => {
      const { entries, end: to } = await journal.read(from, 1 << 20)
      return [entries.map(({ record: { body } }) => body.toString()), to]
    }
    expect([await bodies(START), await bodies(end), await bodies(journal.synced)]).toEqual([
      [['one'], end],
      [['two'], journal.synced],
      [[], journal.synced],
    ])
    await journal.close()
  })

  test('says behind each record where the next one begins', async () => {
    const { journal } = await open()
    for (const body of ['one', 'three']) await journal.append(record(body), () => undefined)
    const { entries, end } = await journal.read(START, 1 << 20)
    expect(entries.map(({ after }) => after)).toEqual([
      { segment: 1, place: record('one').length },
      { segment: 1, place: record('one').length + record('three').length },
    ])
    expect(end).toEqual(entries[1]?.after)
    await journal.close()
  })
})

describe('what is in the facts', () => {
  test('is let go of file by file, and never the one that is written', async () => {
    const { journal } = await open({ segmentBytes: 1 })
    for (const body of ['one', 'two', 'six']) await journal.append(record(body), () => undefined)
    const length = record('one').length
    const left = async (segment: number, place: number) => {
      await journal.release({ segment, place })
      return files().map((name) => Number(name.slice(0, 10)))
    }
    expect([await left(0, 0), await left(1, length - 1), await left(1, length), await left(3, length)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [2, 3],
      [3],
    ])
    expect([
      journal.bytesBehind(START),
      journal.bytesBehind({ segment: 3, place: 5 }),
      journal.bytesBehind({ segment: 3, place: length + 9 }),
      journal.bytesBehind({ segment: 4, place: 0 }),
    ]).toEqual([length, length - 5, 0, 0])
    await journal.close()
  })
})

describe('a look at the journal', () => {
  test('changes nothing, and says how much there is and what of it is damaged', async () => {
    const path = await fill(['one', 'two', 'three'])
    expect(await checkJournal(folder, START)).toEqual({ files: 1, records: 3, damage: [] })
    const bytes = readFileSync(path)
    const damaged = Buffer.from(bytes)
    damaged[record('one').length + 20]! ^= 1
    writeFileSync(path, Buffer.concat([damaged, Buffer.from('torn')]))
    expect(await checkJournal(folder, START)).toEqual({
      files: 1,
      records: 2,
      damage: [
        { file: path, at: record('one').length, bytes: record('two').length, kind: 'damaged' },
        { file: path, at: bytes.length, bytes: 4, kind: 'torn tail' },
      ],
    })
    expect(readFileSync(path).length).toBe(bytes.length + 4)
  })

  test('misses files between the facts’ last one and the newest, and none of a folder that never existed', async () => {
    const none = join(folder, 'none')
    expect(await checkJournal(none, START)).toEqual({ files: 0, records: 0, damage: [] })
    expect(await checkJournal(none, { segment: 4, place: 7 })).toEqual({
      files: 0,
      records: 0,
      damage: [{ file: join(none, '0000000004.journal'), at: 7, bytes: 0, kind: 'missing' }],
    })
    for (let n = 0; n < 3; n += 1) await fill(['one'])
    rmSync(join(folder, '0000000002.journal'))
    const found = async (segment: number) => (await checkJournal(folder, { segment, place: 0 })).damage
    const second = { file: join(folder, '0000000002.journal'), at: 0, bytes: 0, kind: 'missing' }
    expect([await found(0), await found(1), await found(2)]).toEqual([[second], [second], []])
  })

  test('does not believe a mark that is not what was written', async () => {
    const path = await fill(['one', 'two'])
    rmSync(path)
    const mark = readFileSync(join(folder, 'journal.mark'))
    const missing = async () => (await checkJournal(folder, START)).damage.map(({ kind }) => kind)
    expect(await missing()).toEqual(['missing'])
    const changed = Buffer.from(mark)
    changed[3]! ^= 1
    for (const other of [changed, mark.subarray(0, 19), Buffer.concat([mark, Buffer.alloc(1)]), Buffer.alloc(0)]) {
      writeFileSync(join(folder, 'journal.mark'), other)
      expect(await missing()).toEqual([])
    }
  })
})

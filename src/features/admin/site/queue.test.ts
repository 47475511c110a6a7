import { describe, expect, test } from 'vitest'
import { draftId, type Keep, memoryKeep, NEW_ENTRY, refOfNew, type Values } from './draft.ts'
import { createQueue, type PartMessage, type Queue, type SavedEntry } from './queue.ts'

const PATH = 'presetup'
const lost = () => Object.assign(new Error('No network.'), { status: 0, code: 'SERVER_UNREACHABLE' })
const refusal = (code: string, details: object = {}, status = 409) =>
  Object.assign(new Error(code), { status, code, details })

interface Row extends SavedEntry {
  readonly values: Values
}

/** Keeps entries as the server does: each by the key of its draft, each part by what was seen of it. */
function fakeServer() {
  const rows = new Map<number, Row>()
  const keys = new Map<string, number>()
  const last = new Map<string, { key: string; by: string }>()
  let time = 1000
  /** Faults of the next messages; without one they get through. */
  const faults: ('before' | 'after' | Error)[] = []
  const received: string[] = []
  const row = (id: number) => {
    const found = rows.get(id)
    if (found === undefined) throw refusal('ENTRY_NOT_FOUND', {}, 404)
    return found
  }
  const entryOf = ({ values, ...rest }: Row): SavedEntry => ({ ...rest, ...values })
  /** Does the work unless the message is lost before it arrives, and answers unless the answer is. */
  async function carry<T>(what: string, work: () => T): Promise<T> {
    await Promise.resolve()
    const fault = faults.shift()
    if (fault === 'before') throw lost()
    if (fault instanceof Error) throw fault
    const answer = work()
    received.push(what)
    if (fault === 'after') throw lost()
    return answer
  }
  function write(id: number, part: string, values: Values, key: string, by = 'me'): Row {
    const before = row(id)
    time += 1
    const after = {
      ...before,
      updatedAt: time,
      values: { ...before.values, ...values },
      partsAt: { ...before.partsAt, [part]: time },
    }
    rows.set(id, after)
    last.set(`${id} ${part}`, { key, by })
    return after
  }
  return {
    rows,
    faults,
    received,
    write,
    calls: {
      add: (_path: string, { key, ...values }: Values & { readonly key: string }) =>
        carry(`add ${String(values.name)}`, () => {
          const id = keys.get(key) ?? rows.size + 1
          if (!keys.has(key)) {
            time += 1
            rows.set(id, { id, createdAt: time, updatedAt: time, partsAt: { place: time }, values })
            keys.set(key, id)
          }
          return entryOf(row(id))
        }),
      savePart: (_path: string, id: number, part: string, { values, seen, key, after }: PartMessage) =>
        carry(`save ${part}`, () => {
          const before = row(id)
          const then = last.get(`${id} ${part}`)
          if (then?.key === key) return entryOf(before)
          if ((before.partsAt[part] ?? null) !== seen && !(then !== undefined && after.includes(then.key)))
            throw refusal('ENTRY_CHANGED', { part, by: then?.by ?? 'me', at: before.partsAt[part] })
          return entryOf(write(id, part, values, key))
        }),
      one: (_path: string, id: number) => Promise.resolve(entryOf(row(id))),
    },
  }
}

let issued = 0
function queueOn(server: ReturnType<typeof fakeServer>, keep: Keep = memoryKeep(), user = 1) {
  const saved: SavedEntry[] = []
  const queue = createQueue({
    user,
    keep,
    calls: server.calls,
    onSaved: (_path, entry) => saved.push(entry),
    newKey: () => `key-${(issued += 1)}`,
    now: () => (issued += 1),
  })
  return { queue, saved, keep }
}
const begin = (queue: Queue, key: string, values: Values = { name: key }) =>
  queue.change({ path: PATH, ref: refOfNew(key), part: NEW_ENTRY, values, seen: null, isReady: true })
const enter = (queue: Queue, ref: string, values: Values, more: { seen?: number | null; isReady?: boolean } = {}) =>
  queue.change({ path: PATH, ref, part: 'footscans', values, seen: null, isReady: true, ...more })
const draftsOf = ({ store }: Queue) => store.getState().drafts

describe('without a network', () => {
  test('entered values are kept, and sent in order once there is a connection: the entry first', async () => {
    const server = fakeServer()
    const { queue, keep, saved } = queueOn(server)
    await enter(queue, refOfNew('a'), { footscans: ['x'] })
    await begin(queue, 'a')
    server.faults.push('before')
    await queue.send()
    expect([queue.store.getState().isReachable, server.rows.size, (await keep.all()).length]).toEqual([false, 0, 2])
    await queue.send()
    expect(server.received).toEqual(['add a', 'save footscans'])
    expect([...server.rows.values()].map(({ values }) => values)).toEqual([{ name: 'a', footscans: ['x'] }])
    expect(queue.store.getState()).toMatchObject({ drafts: [], isReachable: true, isSending: false, made: { a: 1 } })
    expect([await keep.all(), saved.length]).toEqual([[], 2])
  })

  test('drafts outlive the page, each person has their own, and an incomplete one waits', async () => {
    const server = fakeServer()
    const { queue, keep } = queueOn(server)
    await begin(queue, 'a')
    await enter(queue, '7', { footscans: [] }, { isReady: false })
    await begin(queueOn(server, keep, 2).queue, 'b')
    const again = queueOn(server, keep).queue
    await again.load()
    expect(draftsOf(again).map(draftId)).toEqual(['1/presetup/@a/new', '1/presetup/7/footscans'])
    await again.send()
    expect(server.received).toEqual(['add a'])
    expect(draftsOf(again).map(({ isReady }) => isReady)).toEqual([false])
  })

  test('a page that ends when its entry has just been made leads to it when it is opened again, and only its person', async () => {
    const server = fakeServer()
    const { queue, keep } = queueOn(server)
    await begin(queue, 'a')
    await queue.send()
    const [again, other] = [queueOn(server, keep).queue, queueOn(server, keep, 2).queue]
    await again.load()
    await other.load()
    expect([again.store.getState().made, other.store.getState().made]).toEqual([{ a: 1 }, {}])
  })

  test('the page of a new entry always has either its draft or the entry made of it', async () => {
    const { queue } = queueOn(fakeServer())
    await begin(queue, 'a')
    const without: number[] = []
    queue.store.subscribe(({ drafts, made }) => {
      if (drafts.every(({ part }) => part !== NEW_ENTRY) && made.a === undefined) without.push(drafts.length)
    })
    await queue.send()
    expect([queue.store.getState().made, without]).toEqual([{ a: 1 }, []])
  })

  test('the device remembers the entries made of the last hundred drafts', async () => {
    const server = fakeServer()
    const { queue, keep } = queueOn(server)
    for (let n = 0; n < 103; n += 1) await begin(queue, `k${n}`)
    await queue.send()
    await queueOn(server, keep).queue.load()
    expect([(await keep.allMade()).length, (await keep.allMade()).some(({ key }) => key === 'k2')]).toEqual([
      100,
      false,
    ])
  })
})

describe('a message whose answer is lost', () => {
  test('is sent again and makes nothing a second time', async () => {
    const server = fakeServer()
    const { queue } = queueOn(server)
    await begin(queue, 'a')
    await enter(queue, refOfNew('a'), { footscans: ['x'] })
    server.faults.push('after')
    await queue.send()
    server.faults.splice(0)
    await queue.send()
    expect([server.rows.size, draftsOf(queue)]).toEqual([1, []])
  })

  test('is no conflict for a later input', async () => {
    const server = fakeServer()
    const { queue } = queueOn(server)
    await begin(queue, 'a')
    await queue.send()
    await enter(queue, '1', { footscans: ['x'] })
    server.faults.push('after')
    await queue.send()
    await enter(queue, '1', { footscans: ['x', 'y'] })
    await queue.send()
    expect(server.rows.get(1)?.values.footscans).toEqual(['x', 'y'])
    expect(draftsOf(queue)).toEqual([])
  })

  test('of a new entry lets changes by others meanwhile be a conflict', async () => {
    const server = fakeServer()
    const { queue } = queueOn(server)
    await begin(queue, 'a')
    await enter(queue, refOfNew('a'), { footscans: ['mine'] })
    server.faults.push('after')
    await queue.send()
    server.write(1, 'footscans', { footscans: ['theirs'] }, 'other', 'bea')
    await queue.send()
    expect(draftsOf(queue)[0]?.problem).toMatchObject({
      kind: 'conflict',
      by: 'bea',
      theirs: { footscans: ['theirs'] },
    })
    expect(server.rows.get(1)?.values.footscans).toEqual(['theirs'])
  })
})

describe('a change by another person meanwhile', () => {
  async function conflict() {
    const server = fakeServer()
    const on = queueOn(server)
    await begin(on.queue, 'a')
    await on.queue.send()
    server.write(1, 'footscans', { footscans: ['theirs'] }, 'other', 'bea')
    await enter(on.queue, '1', { footscans: ['mine'] })
    await on.queue.send()
    return { server, ...on }
  }

  test('is not overwritten: its author, time and values are reported, and the user decides', async () => {
    const { server, queue } = await conflict()
    expect(draftsOf(queue)).toMatchObject([
      {
        values: { footscans: ['mine'] },
        problem: {
          kind: 'conflict',
          by: 'bea',
          at: server.rows.get(1)?.partsAt.footscans,
          theirs: { footscans: ['theirs'] },
        },
      },
    ])
    await queue.send()
    await enter(queue, '1', { footscans: ['mine', 'more'] })
    await queue.send()
    expect(server.rows.get(1)?.values.footscans).toEqual(['theirs'])
  })

  test('gives way when the user decides so, but not a change made after they looked', async () => {
    const { server, queue } = await conflict()
    await queue.insist(draftsOf(queue)[0]!)
    expect([server.rows.get(1)?.values.footscans, draftsOf(queue)]).toEqual([['mine'], []])
    const other = await conflict()
    other.server.write(1, 'footscans', { footscans: ['later'] }, 'third', 'carl')
    await other.queue.insist(draftsOf(other.queue)[0]!)
    expect(other.server.rows.get(1)?.values.footscans).toEqual(['later'])
    expect(draftsOf(other.queue)[0]?.problem).toMatchObject({ kind: 'conflict', by: 'carl' })
  })

  test('stays when a person gives way', async () => {
    const { server, queue } = await conflict()
    await queue.discard(draftsOf(queue)[0]!)
    await queue.send()
    expect([server.rows.get(1)?.values.footscans, draftsOf(queue)]).toEqual([['theirs'], []])
  })
})

test('a rejected draft is reported, does not hold up the rest, and is sent again when it was changed', async () => {
  const server = fakeServer()
  const { queue } = queueOn(server)
  await begin(queue, 'a')
  await begin(queue, 'b')
  await queue.send()
  await enter(queue, '1', { footscans: ['taken'] })
  await enter(queue, '2', { footscans: ['x'] })
  server.faults.push(refusal('SETUP_MAC_TAKEN', { mac: 'taken', where: 'b' }))
  await queue.send()
  expect(draftsOf(queue)).toMatchObject([
    { ref: '1', problem: { kind: 'refused', code: 'SETUP_MAC_TAKEN', details: { where: 'b' } } },
  ])
  expect(server.rows.get(2)?.values.footscans).toEqual(['x'])
  await enter(queue, '1', { footscans: ['free'] })
  await queue.send()
  expect([server.rows.get(1)?.values.footscans, draftsOf(queue)]).toEqual([['free'], []])
})

test('a draft that another part of the entry blocked is sent again after that part', async () => {
  const server = fakeServer()
  const { queue } = queueOn(server)
  await begin(queue, 'a')
  await queue.send()
  await queue.change({ path: PATH, ref: '1', part: 'points', values: { points: 1 }, seen: null, isReady: true })
  await queue.change({ path: PATH, ref: '1', part: 'schedule', values: { areas: 1 }, seen: null, isReady: true })
  server.faults.push(refusal('SETUP_AREA_NOT_FOUND', {}, 400))
  await queue.send()
  expect(server.received).toEqual(['add a', 'save schedule', 'save points'])
  expect(draftsOf(queue)).toEqual([])
})

test('a server that is busy, and a session that has ended, are tried again', async () => {
  for (const status of [401, 408, 429, 500, 503]) {
    const server = fakeServer()
    const { queue } = queueOn(server)
    await begin(queue, 'a')
    server.faults.push(refusal('LATER', {}, status))
    await queue.send()
    expect([status, draftsOf(queue)[0]?.problem, queue.store.getState().isReachable]).toEqual([status, null, false])
    await queue.send()
    expect([status, server.rows.size]).toEqual([status, 1])
  }
})

test('input during a request in flight is sent after it', async () => {
  const server = fakeServer()
  const { queue } = queueOn(server)
  await begin(queue, 'a')
  await queue.send()
  await enter(queue, '1', { footscans: ['x'] })
  const sending = queue.send()
  await enter(queue, '1', { footscans: ['x', 'y'] })
  await sending
  expect([server.rows.get(1)?.values.footscans, draftsOf(queue)]).toEqual([['x', 'y'], []])
})

test('after any order of edits, lost messages, lost answers and pages that end, each entry is there once with the last input', async () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 200; round += 1) {
    const server = fakeServer()
    const keep = memoryKeep()
    let { queue } = queueOn(server, keep)
    const wanted = new Map<string, unknown>()
    const keys = ['a', 'b']
    for (const key of keys) await begin(queue, key)
    for (let step = 0; step < 12; step += 1) {
      server.faults.splice(0)
      for (let at = random(4); at > 0; at -= 1) server.faults.push(random(2) === 0 ? 'before' : 'after')
      const key = keys[random(2)] ?? 'a'
      const id = [...server.rows.values()].find(({ values }) => values.name === key)?.id
      const isAdopted = id !== undefined && queue.store.getState().made[key] !== undefined
      const value = [`${round}.${step}`]
      wanted.set(key, value)
      const seen = isAdopted ? (server.rows.get(id)?.partsAt.footscans ?? null) : null
      await enter(queue, isAdopted ? String(id) : refOfNew(key), { footscans: value }, { seen })
      if (random(3) > 0) await queue.send()
      if (random(5) === 0) {
        const { made } = queue.store.getState()
        ;({ queue } = queueOn(server, keep))
        await queue.load()
        queue.store.setState({ made })
      }
    }
    server.faults.splice(0)
    for (let at = 0; at < 4; at += 1) await queue.send()
    expect([round, draftsOf(queue)]).toEqual([round, []])
    expect([
      round,
      [...server.rows.values()]
        .map(({ values }) => String(values.name))
        .toSorted((one, other) => one.localeCompare(other)),
    ]).toEqual([round, keys])
    for (const { values } of server.rows.values())
      expect([round, values.footscans]).toEqual([round, wanted.get(String(values.name))])
  }
})

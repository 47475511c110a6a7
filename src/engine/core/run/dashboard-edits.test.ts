import { expect, test } from 'vitest'
import { createEdits, type Gesture } from './dashboard-edits.ts'

function setup(manual = false) {
  const ticks: (() => void)[] = []
  const flushed: unknown[] = []
  let told = 0
  const edits = createEdits({
    has: (key) => key !== 'nobody',
    manual,
    tick: (run) => ticks.push(run),
    onWaiting: () => told++,
    onFlush: (cause, taken, mode) => flushed.push([cause, [...taken], mode]),
  })
  const add = (key: string, value: unknown, gesture: Partial<Gesture> = {}) =>
    edits.add([[key, value]], { cause: 'edit', typing: false, ...gesture })
  return { edits, add, flushed, ticks, end: () => ticks.splice(0).forEach((run) => run()), told: () => told }
}

test('all edits of a tick are one transaction, and the later of two of one filter counts', () => {
  const { add, flushed, ticks, end } = setup()
  add('a', 1)
  add('b', 2)
  add('a', 3)
  expect(ticks).toHaveLength(1)
  end()
  const edits = [
    ['a', 3],
    ['b', 2],
  ]
  expect(flushed).toEqual([[{ kind: 'edit', params: ['a', 'b'] }, edits, 'push']])
})

test('typing alone replaces the history; one choice among it makes an entry', () => {
  const { add, flushed, end } = setup()
  add('a', 'x', { typing: true })
  end()
  add('a', 'xy', { typing: true })
  add('b', 1)
  end()
  expect(flushed.map((one) => (one as unknown[])[2])).toEqual(['replace', 'push'])
})

test('with Apply edits wait, a gesture on a chart takes them along, and what is discarded is gone', () => {
  const { edits, add, flushed, end, told } = setup(true)
  add('a', 1)
  expect([end(), flushed, told(), edits.waiting.size]).toEqual([undefined, [], 1, 1])
  add('b', 2, { cause: 'emit', emit: { widget: 'w', event: 'pick' } })
  end()
  add('a', 3)
  edits.discard()
  edits.apply()
  add('a', 4)
  edits.apply()
  expect(flushed).toEqual([
    [
      { kind: 'emit', widget: 'w', event: 'pick', params: ['a', 'b'] },
      [
        ['a', 1],
        ['b', 2],
      ],
      'push',
    ],
    [{ kind: 'apply', params: ['a'] }, [['a', 4]], 'push'],
  ])
})

test('a filter that is not there is no edit, and after the end none is', () => {
  const { edits, add, flushed, ticks, end } = setup()
  add('nobody', 1)
  expect(ticks).toEqual([])
  add('a', 1)
  edits.dispose()
  end()
  add('a', 2)
  end()
  expect(flushed).toEqual([])
})

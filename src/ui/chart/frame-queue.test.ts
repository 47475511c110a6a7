import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cancelDraw, flushDraws, scheduleDraw } from './frame-queue.ts'

const [first, second, other] = [{}, {}, {}]
let frames: (() => void)[] = []
const reported = vi.fn()
const frame = () => frames.splice(0).forEach((run) => run())

beforeEach(() => {
  frames = []
  reported.mockClear()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('reportError', reported)
})
afterEach(() => {
  flushDraws()
  frame()
  vi.unstubAllGlobals()
})

const broken = () => {
  throw new Error('no such axis')
}

test('a draw that throws is reported, and the charts after it are drawn in the same frame', () => {
  const drawn = vi.fn()
  scheduleDraw(first, broken)
  scheduleDraw(second, drawn)
  frame()
  expect([drawn.mock.calls.length, reported.mock.calls]).toEqual([1, [[new Error('no such axis')]]])
})

test('on paper too, a draw that throws takes no other with it', () => {
  const drawn = vi.fn()
  scheduleDraw(first, broken)
  scheduleDraw(second, drawn)
  flushDraws()
  expect([drawn.mock.calls.length, reported.mock.calls.length]).toEqual([1, 1])
})

test('of two draws of one chart the last one is done, and one that was cancelled is not', () => {
  const [before, after, cancelled] = [vi.fn(), vi.fn(), vi.fn()]
  scheduleDraw(first, before)
  scheduleDraw(first, after)
  scheduleDraw(other, cancelled)
  cancelDraw(other)
  frame()
  expect([before, after, cancelled].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSize } from './use-size.ts'

let resized: (width: number) => void = () => undefined
let isWatched = false
beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(1000)
  vi.stubGlobal('getComputedStyle', () => ({
    paddingLeft: '10px',
    paddingRight: '10px',
    paddingTop: '0px',
    paddingBottom: '0px',
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: (entries: readonly { contentRect: { width: number; height: number } }[]) => void) {
        resized = (width) => tell([{ contentRect: { width: width - 20, height: 200 } }])
      }
      observe() {
        isWatched = true
      }
      disconnect() {
        isWatched = false
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stage() {
  const element = { clientWidth: 420, clientHeight: 200 }
  const told: number[] = []
  const stop = watchSize(element as HTMLElement, ({ width }) => told.push(width))
  const drag = (width: number) => {
    element.clientWidth = width
    resized(width)
  }
  return { told, stop, drag }
}

test('a change is reported after 150 ms of rest, and only when there is one', () => {
  const { told, drag } = stage()
  drag(520)
  vi.advanceTimersByTime(149)
  drag(620)
  vi.advanceTimersByTime(149)
  expect(told).toEqual([400])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([400, 600])
  drag(620)
  vi.advanceTimersByTime(5000)
  expect(told).toEqual([400, 600])
})

test('the size that is known already is not measured again: that would be a layout of the page', () => {
  const { told, drag } = stage()
  const measured = vi.fn(getComputedStyle)
  vi.stubGlobal('getComputedStyle', measured)
  drag(420)
  vi.advanceTimersByTime(5000)
  expect([told, measured.mock.calls.length]).toEqual([[400], 0])
  drag(520)
  drag(420)
  vi.advanceTimersByTime(150)
  expect([told, measured.mock.calls.length]).toEqual([[400], 1])
})

test('a change that goes on is reported after 1500 ms', () => {
  const { told, drag } = stage()
  for (let step = 0; step < 15; step++) {
    drag(520 + step)
    vi.advanceTimersByTime(100)
  }
  expect(told).toEqual([400, 514])
})

test('after the end nothing is reported', () => {
  const { told, drag, stop } = stage()
  drag(520)
  stop()
  vi.advanceTimersByTime(5000)
  expect([told, isWatched]).toEqual([[400], false])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSize } from './use-size.ts'

let resized: () => void = () => undefined
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
      constructor(tell: () => void) {
        resized = tell
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
    resized()
  }
  return { told, stop, drag }
}

test('a change is told after 150 ms of rest, and only when there is one', () => {
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

test('who drags without rest is told after 1500 ms', () => {
  const { told, drag } = stage()
  for (let step = 0; step < 15; step++) {
    drag(520 + step)
    vi.advanceTimersByTime(100)
  }
  expect(told).toEqual([400, 514])
})

test('after the end nothing is told', () => {
  const { told, drag, stop } = stage()
  drag(520)
  stop()
  vi.advanceTimersByTime(5000)
  expect([told, isWatched]).toEqual([[400], false])
})

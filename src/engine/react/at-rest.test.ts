import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { DashboardState } from '../core/params/state.ts'
import { onceAtRest } from './at-rest.ts'

function dashboard(busy: boolean) {
  const store = createStore(() => ({ busy }) as DashboardState)
  return { store, set: (busy: boolean) => store.setState({ busy }) }
}

test('at rest it runs at once, and never again', () => {
  let runs = 0
  const { store, set } = dashboard(false)
  onceAtRest({ store }, () => runs++)
  expect(runs).toBe(1)
  set(true)
  set(false)
  expect(runs).toBe(1)
})

test('while something is in flight it waits for the end of all, and runs once', () => {
  let runs = 0
  const { store, set } = dashboard(true)
  onceAtRest({ store }, () => runs++)
  set(true)
  expect(runs).toBe(0)
  set(false)
  set(true)
  set(false)
  expect(runs).toBe(1)
})

test('what was stopped does not run', () => {
  let runs = 0
  const { store, set } = dashboard(true)
  onceAtRest({ store }, () => runs++)()
  set(false)
  expect(runs).toBe(0)
})

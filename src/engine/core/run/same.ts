/** Keeps what says the same: what compares by identity draws nothing again. */
import { same } from '../document/pointer.ts'
import type { DashboardState } from '../params/state.ts'

/** Keeps the old member wherever it says the same, and the old record when all do. */
export function keep<T>(
  before: Readonly<Record<string, T>>,
  next: Readonly<Record<string, T>>,
  equal: (a: T, b: T) => boolean,
): Readonly<Record<string, T>> {
  const keys = Object.keys(next)
  const merged = keys.map(
    (key) =>
      [
        key,
        Object.hasOwn(before, key) && equal(before[key] as T, next[key] as T) ? (before[key] as T) : (next[key] as T),
      ] as const,
  )
  return keys.length === Object.keys(before).length && merged.every(([key, value]) => before[key] === value)
    ? before
    : Object.fromEntries(merged)
}

/** The same for a list: the old member wherever it says the same, and the old list when all do. */
export function keepList<T>(before: readonly T[], next: readonly T[]): readonly T[] {
  const merged = next.map((one, at) => (same(one, before[at]) ? (before[at] as T) : one))
  return merged.length === before.length && merged.every((one, at) => one === before[at]) ? before : merged
}

/** Frames are compared by identity, everything else by value. */
export function sameView(a: DashboardState['params'][string], b: DashboardState['params'][string]): boolean {
  const { options: one, ...left } = a
  const { options: other, ...right } = b
  return one === other && same(left, right)
}

export const sameNames = (a: ReadonlyMap<number, string> | undefined, b: ReadonlyMap<number, string>): boolean =>
  a !== undefined && a.size === b.size && [...b].every(([id, name]) => a.get(id) === name)

/** Members are compared by identity, lists by value. */
export function shallow(a: object, b: object): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const [x, y] = [Reflect.get(a, key), Reflect.get(b, key)]
      return Object.is(x, y) || (Array.isArray(x) && same(x, y))
    })
  )
}

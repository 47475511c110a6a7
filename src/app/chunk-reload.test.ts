import { expect, test } from 'vitest'
import { followNavigation, isChunkError, reloadOnce, wasReloaded } from './chunk-reload.ts'

function stage(href = 'https://aforo.test/users?client=3') {
  const kept = new Map<string, string>()
  const visited: string[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return { storage, visited, location: { href, replace: (to: string | URL) => void visited.push(String(to)) } }
}

test('a missing chunk reloads the page with a time query', () => {
  const { storage, location, visited } = stage()
  expect(reloadOnce(1_000_000_000, storage, location)).toBe(true)
  expect(visited).toEqual(['https://aforo.test/users?client=3&time=1000000000'])
})

test('the reload opens the page that was clicked, not the one the click was on', () => {
  const { storage, location, visited } = stage()
  let target: string | null = '/users/alerts/manage?tab=rules#first'
  followNavigation(() => target)
  reloadOnce(1_000_000_000, storage, location)
  target = null
  reloadOnce(1_000_000_000 + 3_600_000, storage, location)
  expect(visited).toEqual([
    'https://aforo.test/users/alerts/manage?tab=rules&time=1000000000#first',
    'https://aforo.test/users?client=3&time=1003600000',
  ])
})

test('within the hour it does not reload again, after the hour it does', () => {
  const { storage, location, visited } = stage()
  reloadOnce(1_000_000_000, storage, location)
  expect(reloadOnce(1_000_000_000 + 3_599_999, storage, location)).toBe(false)
  expect(reloadOnce(1_000_000_000 + 3_600_000, storage, location)).toBe(true)
  expect(visited).toHaveLength(2)
})

test('only a failed chunk is a chunk error', () => {
  expect(
    isChunkError(new TypeError('Failed to fetch dynamically imported module: https://aforo.test/assets/x.js')),
  ).toBe(true)
  expect(isChunkError(new TypeError('Failed to fetch'))).toBe(false)
  expect(isChunkError('nope')).toBe(false)
})

test('after the reload the page says once that it was updated, and the time leaves the address', () => {
  const { storage, location, visited } = stage()
  reloadOnce(1_000_000_000, storage, location)
  const seen: string[] = []
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url?: string | URL | null) => void seen.push(String(url)),
  }
  expect(wasReloaded(storage, { href: visited[0] ?? '' }, history)).toBe(true)
  expect(seen).toEqual(['https://aforo.test/users?client=3'])
  expect([
    wasReloaded(storage, { href: seen[0] ?? '' }, history),
    wasReloaded(storage, { href: 'https://aforo.test/users?time=5' }, history),
  ]).toEqual([false, false])
})

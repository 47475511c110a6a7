import { expect, test } from 'vitest'
import { hiddenAmong, keepHidden, readHidden, toggled } from './hidden-series.ts'

/** A device in memory. */
function device(kept: Record<string, string> = {}) {
  return {
    kept,
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  }
}

test('what was put away in a chart is away again when it is opened the next time, and nowhere else', () => {
  const one = device()
  keepHidden('foot-compare/comparison', new Set(['ins.reference']), one)
  expect([...readHidden('foot-compare/comparison', one)]).toEqual(['ins.reference'])
  expect([...readHidden('foot-compare/other', one), ...readHidden('', one)]).toEqual([])
  keepHidden('foot-compare/comparison', new Set(), one)
  expect(one.kept).toEqual({})
})

test('a device that holds something else, or keeps nothing, costs no chart', () => {
  expect([...readHidden('a', device({ 'aforo.hiddenSeries.a': '{"x":' }))]).toEqual([])
  expect([...readHidden('a', device({ 'aforo.hiddenSeries.a': '[1,"b",null]' }))]).toEqual(['b'])
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => undefined,
  }
  expect(() => keepHidden('a', new Set(['b']), full)).not.toThrow()
})

test('one series is always left to see', () => {
  expect([...toggled(new Set(['a']), 'b', ['a', 'b'])]).toEqual(['a'])
  expect([...toggled(new Set(['a']), 'a', ['a', 'b'])]).toEqual([])
  expect([...hiddenAmong(new Set(['a', 'b', 'gone']), ['a', 'b'])]).toEqual([])
  expect([...hiddenAmong(new Set(['a', 'gone']), ['a', 'b'])]).toEqual(['a'])
})

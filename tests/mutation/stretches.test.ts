import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stretchesOf } from './stretches.ts'

test('stretches are evenly spread, and a short file is one', () => {
  expect(stretchesOf([{ file: 'a.ts', lines: 30 }, { file: 'b.ts', lines: 5 }], 9)).toEqual(['a.ts:1-12', 'a.ts:13-24', 'a.ts:25-30', 'b.ts:1-5'])
  expect(stretchesOf([{ file: 'a.ts', lines: 48 }], 2)).toEqual(['a.ts:13-24', 'a.ts:37-48'])
})

test('whatever the files, none is taken twice and no more than were asked for', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 60 }), (lines, count) => {
    const files = lines.map((n, at) => ({ file: `f${at}.ts`, lines: n }))
    const found = stretchesOf(files, count)
    expect(new Set(found).size).toBe(found.length)
    expect(found.length).toBe(Math.min(count, lines.reduce((sum, n) => sum + Math.ceil(n / 12), 0)))
  }))
})

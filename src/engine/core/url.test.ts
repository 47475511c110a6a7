import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Param } from '#schemas/generated/layout.ts'
import { presetOption, resolvePeriods, type PeriodPair } from '#domain/periods'
import type { ParamModel } from './model.ts'
import { createMemory } from './persist.ts'
import { periodSeed, seedsOf } from './seeds.ts'
import { memoryStorage } from './test-support/index.ts'
import { formatShape, parseShape, readUrl, writeUrl } from './url.ts'

const param = (key: string, definition: Partial<Param>): ParamModel => ({ key, id: key, definition: { type: 'single', label: key, ...definition } as Param })
const client = param('client', { url: { key: 'client', shape: 'id' } })
const locals = param('locals', { type: 'multi', url: { key: 'locals', shape: 'ids' } })
const periods = param('periods', { type: 'periodPair', url: { key: 'end', shape: 'date' }, persist: 'local', default: { preset: 'thisWeekVsPrevious' } })

test('a value that does not match its shape is no value', () => {
  for (const text of ['', ' 1', '1 ', '-1', '1.5', '1e3', '0x1', 'NaN', '１', '9'.repeat(16), '1;x', 'null']) expect([text, parseShape('id', text)]).toEqual([text, undefined])
  for (const text of ['', ',', '1,', ',1', '1,,2', '1, 2', 'a,b', '1;2']) expect([text, parseShape('ids', text)]).toEqual([text, undefined])
  for (const text of ['2026-13-01', '2026-02-30', '26-1-1', '2026/1/1', '2013-12-31', '2026-1-1T00', 'today']) expect([text, parseShape('date', text)]).toEqual([text, undefined])
})

test('an id, ids and a date are read as they are written', () => {
  expect([parseShape('id', '7'), parseShape('ids', '3,1,3'), parseShape('date', '2026-3-9'), parseShape('date', '2026-03-09')]).toEqual([7, [3, 1], '2026-03-09', '2026-03-09'])
  expect([formatShape('id', 7), formatShape('ids', [3, 1]), formatShape('date', '2026-03-09'), formatShape('id', 'x'), formatShape('ids', [])]).toEqual(['7', '3,1', '2026-3-9', undefined, undefined])
})

test('what is ignored is told, with the value and what was expected', () => {
  const { values, notices } = readUrl([client, locals], '?client=abc&locals=4,5', () => 'Marca')
  expect([values, notices.map(({ text }) => text)]).toEqual([new Map([['locals', [4, 5]]]), ['"abc" in the address is no value for Marca (expected a number); it was ignored.']])
})

test('other keys of the address keep their place and their value', () => {
  expect(writeUrl([client, locals], ({ key }) => (key === 'client' ? '2' : undefined), '?utm=a%20b&locals=1&client=1&x')).toBe('?utm=a+b&client=2&x=')
  expect(writeUrl([client], () => undefined, '?client=1')).toBe('')
})

test('written and read again it is the same', () => {
  fc.assert(fc.property(fc.uniqueArray(fc.nat(10_000), { minLength: 1 }), fc.string(), (ids, other) => {
    const search = writeUrl([locals], () => formatShape('ids', ids), `?o=${encodeURIComponent(other.toWellFormed())}`)
    expect(readUrl([locals], search, () => '').values.get('locals')).toEqual(ids)
    expect(new URLSearchParams(search).get('o')).toBe(other.toWellFormed())
  }))
})

const context = { resolvePeriods, today: '2026-11-20', label: () => 'Periodos' }
const pair = (key: 'lastMonthVsPrevious' | 'thisMonthVsPrevious', today: string) => resolvePeriods(presetOption(key), { today }) as PeriodPair
const custom: PeriodPair = { option: { type: 'default', key: 'customPeriods', name: 'x', values: {} }, comparing: { begin: '2026-01-05', end: '2026-01-11', name: 'custom' }, reference: { begin: '2026-01-12', end: '2026-01-18', name: 'x' } }

test('a remembered relative choice moves with the day, a fixed one stays', () => {
  expect(periodSeed(periods, undefined, pair('lastMonthVsPrevious', '2026-09-03'), context)).toMatchObject({ origin: 'persisted', value: { comparing: { begin: '2026-10-01', end: '2026-10-31' } } })
  expect(periodSeed(periods, undefined, custom, context)).toEqual({ origin: 'persisted', value: custom })
})

test('the end in the address moves the remembered choice there, or the default when that cannot end there', () => {
  expect(periodSeed(periods, '2026-10-14', pair('thisMonthVsPrevious', '2026-11-20'), context)).toMatchObject({ origin: 'url', value: { option: { key: 'thisMonthVsPrevious' }, comparing: { begin: '2026-10-01', end: '2026-10-14' } } })
  expect(periodSeed(periods, '2026-10-31', pair('lastMonthVsPrevious', '2026-09-03'), context)).toMatchObject({ value: { option: { key: 'lastMonthVsPrevious' }, comparing: { begin: '2026-10-01' } } })
  expect(periodSeed(periods, '2026-10-14', custom, context)).toMatchObject({ value: { option: { key: 'thisWeekVsPrevious' }, comparing: { begin: '2026-10-12', end: '2026-10-14' } } })
  expect(periodSeed(periods, '2026-01-11', custom, context)).toEqual({ origin: 'url', value: custom })
})

test('every day of two years can be the end of the default preset', () => {
  for (let day = 0; day < 730; day++) {
    const end = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
    expect(periodSeed(periods, end, undefined, context)).toMatchObject({ value: { comparing: { end } } })
  }
})

test('storage edited by hand is ignored, told and forgotten', () => {
  const storage = memoryStorage()
  const memory = createMemory(storage, 'ana', 'x')
  for (const wrong of ['{', 'null', '7', '{"option":{"key":"drop"}}']) {
    memory.write('periods', 0)
    const key = [...storage.entries.keys()][0] as string
    storage.entries.set(key, wrong)
    const { seeds, notices } = seedsOf([periods], new Map(), memory, context)
    expect([wrong, seeds.size, notices.map(({ code }) => code), storage.entries.size]).toEqual([wrong, 0, ['STORED_VALUE_IGNORED'], 0])
  }
})

test('a full or closed storage costs the memory, not the page', () => {
  const broken = { getItem: () => { throw new Error('denied') }, setItem: () => { throw new Error('quota') }, removeItem: () => { throw new Error('denied') } }
  const memory = createMemory(broken, 'ana', 'x')
  memory.write('a', 1)
  memory.forget('a')
  expect(memory.read('a')).toBe(null)
})

test('what one user chose is not remembered for another', () => {
  const storage = memoryStorage()
  createMemory(storage, 'ana', 'x').write('p', 1)
  expect(createMemory(storage, 'eva', 'x').read('p')).toBeUndefined()
})

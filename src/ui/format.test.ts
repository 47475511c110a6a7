import { expect, test } from 'vitest'
import { formatterFor } from './format.ts'

const es = formatterFor('es')
const space = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ')

test('a missing value is a dash in every format, never a zero', () => {
  expect([es.value(null, 'count'), es.exact(undefined, 'percent'), es.exact(null, 'duration')]).toEqual(['–', '–', '–'])
})

test('a figure alone is short, in a table it has every digit', () => {
  expect([es.value(12_345, 'count'), es.exact(12_345, 'count')]).toEqual(['12,3k', '12.345'])
})

test('all ticks of an axis above 1000 are in thousands, and the unit of a share is written once', () => {
  const counts = es.axis('count', 3000)
  expect([0, 1000, 2500].map(counts.write)).toEqual(['0', '1k', '2,5k'])
  expect([es.axis('count', 800).write(200), es.axis('percent', 100).write(25), es.axis('percent', 100).unit]).toEqual([
    '200',
    '25',
    '%',
  ])
})

test('ticks have the decimals their step needs', () => {
  expect([0, 0.25, 0.5].map(es.axis('percent', 0.5, 0.25).write)).toEqual(['0', '0,25', '0,5'])
  expect([1000, 1125].map(es.axis('count', 1250, 125).write)).toEqual(['1k', '1,125k'])
  expect([15, 30].map(es.axis('duration', 60, 15).write)).toEqual(['0,25', '0,5'])
})

test('an axis of durations is in minutes, above an hour in hours', () => {
  const [short, long] = [es.axis('duration', 1800), es.axis('duration', 7200)]
  expect([short.write(900), short.unit, long.write(5400), long.unit]).toEqual(['15', 'min', '1,5', 'h'])
})

test('shares change by points, the rest by percent', () => {
  expect(space(es.change(21.2, 22.6, 'percent')?.text)).toBe('-1,4 p. p.')
  expect(space(es.change(120, 100, 'count')?.text)).toBe('+20,0 %')
  expect(es.change(120, 100, 'count')?.sign).toBe(1)
})

test('a change needs both sides, and a base that is not zero', () => {
  expect([es.change(null, 5, 'count'), es.change(5, null, 'count'), es.change(5, 0, 'count')]).toEqual([
    null,
    null,
    null,
  ])
})

test('a change written as 0.0 has no direction', () => {
  expect(es.change(25.04, 25.01, 'percent')?.sign).toBe(0)
})

test('ticks of an axis of people have the decimals of their step, also the zero', () => {
  const ticks = (step: number, ...values: number[]) => values.map(formatterFor('es').axis('mean', 3 * step, step).write)
  expect([ticks(200, 0, 200), ticks(0.5, 0, 0.5, 1)]).toEqual([
    ['0', '200'],
    ['0', '0,5', '1'],
  ])
})

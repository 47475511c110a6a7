import { expect, test } from 'vitest'
import { dayNumber } from './days.ts'
import { decimalOf, formatTogether, NOTHING, formatter } from './format.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('null and numbers that are none are a dash, never a zero', () => {
  expect(formatter('en').cell(null, 'count')).toBe(NOTHING)
  expect(formatter('en').cell(Number.NaN, 'percent')).toBe(NOTHING)
  expect(formatter('en').cell(0, 'count')).toBe('0')
})

test('counts above 1000 have a k suffix with the decimal sign of the language', () => {
  const { count } = formatter('en')
  expect([0, 999, 1000, 1001, 1249, 12_345, 1_234_567, -2500].map(count)).toEqual([
    '0',
    '999',
    '1,000',
    '1k',
    '1.2k',
    '12.3k',
    '1,235k',
    '-2.5k',
  ])
  expect(formatter('es').count(12_345)).toBe('12,3k')
  expect(formatter('es').exact(12_345)).toBe('12.345')
})

test('percentages have one decimal, differences of percentages are points with a sign', () => {
  expect(formatter('en').percent(21.153)).toBe('21.2%')
  expect(plain(formatter('es').percent(20))).toBe('20,0 %')
  expect(formatter('en').points(1.24)).toBe('+1.2 pp')
  expect(formatter('cs').points(-0.5)).toBe('-0,5 p. b.')
  expect(formatter('en').points(-0.0001)).toBe('0.0 pp')
})

test('a change of more than tenfold is not written out: it says how little was there before', () => {
  expect([formatter('en').delta(999), formatter('en').delta(16_848_800), plain(formatter('es').delta(1000))]).toEqual([
    '+999.0%',
    '> +999%',
    '> +999 %',
  ])
  expect(formatter('en').delta(-100)).toBe('-100.0%')
})

test('changes carry their sign', () => {
  expect(formatter('en').delta(12.34)).toBe('+12.3%')
  expect(formatter('en').delta(-3)).toBe('-3.0%')
  expect(formatter('en').delta(0)).toBe('0.0%')
})

test('numbers of a column have the same decimals, and whole ones none', () => {
  expect([38.2, 47.06, 25.998, 1234.5, -0.004].map(formatter('es').number)).toEqual([
    '38,20',
    '47,06',
    '26,00',
    '1.234,50',
    '0,00',
  ])
  expect([1, 12, 1234].map(formatter('es').number)).toEqual(['1', '12', '1.234'])
})

test('figures shown together have one format: a whole one among others has their decimals', () => {
  const { cell } = formatter('es')
  const written = (cells: readonly (number | null)[]) => cells.map((one) => cell(one, formatTogether('number', cells)))
  expect(written([212.45, 213, null, 0])).toEqual(['212,45', '213,00', '–', '0,00'])
  expect(written([212, 213, null])).toEqual(['212', '213', '–'])
  expect([formatTogether('count', [0.5]), formatTogether('number', [Number.NaN, 1])]).toEqual(['count', 'number'])
})

test('a mean of people is whole from ten on, and has a tenth below', () => {
  expect([211.35, 10.4, 9.96, 9.94, 0.42, 1234.5].map(formatter('es').mean)).toEqual([
    '211',
    '10',
    '10',
    '9,9',
    '0,4',
    '1.235',
  ])
})

test('durations over 60 minutes are hours with 2 decimals', () => {
  const { duration } = formatter('en')
  expect([45, 90, 3600, 3601, 5400].map(duration)).toEqual(['45 sec', '1.5 min', '60 min', '1.00 hr', '1.50 hr'])
})

test('days are DD/MM and hours have two digits', () => {
  expect(formatter('it').day(dayNumber('2026-11-09'))).toBe('09/11')
  expect(formatter('it').date(dayNumber('2026-11-09'))).toBe('09/11/2026')
  expect(formatter('ca').hour(9)).toBe('09:00')
})

test('text stays as it is in any format', () => {
  expect(formatter('pt').cell('new', 'delta')).toBe('new')
})

test('the decimal sign is that of the language', () => {
  expect(['es', 'en', 'pt', 'cs', 'ca', 'it', 'en-GB', 'de-CH'].map(decimalOf)).toEqual([
    ',',
    '.',
    ',',
    ',',
    ',',
    ',',
    '.',
    '.',
  ])
})

test('texts pass as they are, numbers of a column of texts too, and nothing that is infinite is a figure', () => {
  const { cell } = formatter('en')
  expect([
    cell('12', 'count'),
    cell(12_345, 'text'),
    cell(true, 'count'),
    cell(Infinity, 'count'),
    cell(0.5, 'number'),
  ]).toEqual(['12', '12345', 'true', NOTHING, '0.50'])
})

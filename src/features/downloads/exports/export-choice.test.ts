import { expect, test } from 'vitest'
import { draftOf, readExportChoice, writeExportChoice, type ExportChoice } from './export-choice.ts'

const TODAY = '2026-11-20'
const read = (search: string) => readExportChoice(new URLSearchParams(search), TODAY)
const WHOLE: ExportChoice = {
  clients: [3],
  locals: [7, 8],
  range: { begin: '2016-01-01', end: '2026-11-20' },
  grain: 'day',
  measures: ['ins', 'tickets'],
  traffic: 'bicycle',
  outside: true,
  format: 'parquet',
}

test('a choice is in the address and is read back; defaults are left out', () => {
  expect(read(writeExportChoice(WHOLE).toString())).toEqual(WHOLE)
  expect(writeExportChoice(read('')).toString()).toBe('')
})

test('impossible values of an address are ignored: ids, days, ranges after today, locals of several clients, unknown words', () => {
  const none = read('')
  for (const search of [
    'clients=0',
    'clients=x',
    'begin=2016-01-01',
    'begin=2016-01-01&end=2016-13-01',
    'begin=2016-01-01&end=2026-11-21',
    'begin=2016-01-02&end=2016-01-01',
    'locals=7',
    'grain=week',
    'measures=people',
    'traffic=dog',
    'outside=1',
    'format=pdf',
  ]) {
    expect([search, read(search)]).toEqual([search, none])
  }
  expect(read('clients=1,2&locals=7').locals).toEqual([])
})

test('a request needs a client and a range, and leaves out defaults', () => {
  expect([draftOf({ ...WHOLE, clients: [] }), draftOf({ ...WHOLE, range: null })]).toEqual([null, null])
  expect(draftOf(WHOLE)).toEqual({
    clients: [3],
    locals: [7, 8],
    begin: '2016-01-01',
    end: '2026-11-20',
    grain: 'day',
    measures: ['ins', 'tickets'],
    traffic: 'bicycle',
    outside: true,
    format: 'parquet',
  })
  expect(draftOf(read('clients=1,2&begin=2016-01-01&end=2016-01-02'))).toEqual({
    clients: [1, 2],
    begin: '2016-01-01',
    end: '2016-01-02',
    grain: 'hour',
    format: 'csv',
  })
})

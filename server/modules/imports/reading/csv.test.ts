import * as fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

const cells = (text: string) => readCsv(text, 'places.csv').rows.map((row) => row.cells)

test('an empty file and an open quote are refused, the quote with its line', () => {
  expect(() => readCsv('', 'places.csv')).toThrow(expect.objectContaining({ code: 'FILE_EMPTY' }))
  expect(() => readCsv('a,b\n1,2\n3,"4\n', 'places.csv')).toThrow(
    expect.objectContaining({
      code: 'FILE_QUOTE_OPEN',
      message: 'The quote opened on line 3 of places.csv is never closed.',
    }),
  )
})

test.each([',', ';', '\t', '|'])('%j separates when the lines agree on it', (delimiter) => {
  expect(
    cells(['a', 'b,x', '1', '2'].join(delimiter).replace('b,x', 'b') + `\n${[3, 4, 5, 6].join(delimiter)}`),
  ).toEqual([['3', '4', '5', '6']])
})

test.each(['\n', '\r\n', '\r'])('lines may end in %j, and each row knows its line', (end) => {
  expect(readCsv(['a,b', '1,2', '', '3,4'].join(end), 'places.csv').rows).toEqual([
    { line: 2, cells: ['1', '2'] },
    { line: 4, cells: ['3', '4'] },
  ])
})

test('a mark at the beginning, quotes, doubled quotes and line ends in quotes are read as they are meant', () => {
  expect(readCsv('\ufeffname, n \n"a ""b"", c",1\n"x\r\ny",2\nz,3', 'places.csv')).toEqual({
    header: ['name', 'n'],
    rows: [
      { line: 2, cells: ['a "b", c', '1'] },
      { line: 3, cells: ['x\r\ny', '2'] },
      { line: 5, cells: ['z', '3'] },
    ],
  })
})

test('text with quotes is read back unchanged', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', ' ', 'ñ'), maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
      const text = [['x', 'y', 'z'], ...rows]
        .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
        .join('\n')
      expect(cells(text)).toEqual(rows)
    }),
  )
})

test('a kept library reads the same cells', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', ' ', 'ñ', '\u4eba', '"', '\n'), maxLength: 8 })
  const written = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
      const text = [['x', 'y'], ...rows].map((row) => row.map(written).join(',')).join('\n')
      expect(cells(text)).toEqual(parse(text).slice(1))
    }),
  )
})

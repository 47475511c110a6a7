/** Rows of a sheet as lines of text: days and hours that a workbook keeps as numbers are written out. */
import { describe, expect, test } from 'vitest'
import { serialOf } from '../../uploads/testing.ts'
import type { Cell } from '../../uploads/workbook.ts'
import { createSheetText } from './sheet-text.ts'

type Sheet = readonly (readonly [row: number, ...cells: Cell[]])[]
function written(rows: Sheet, options: { is1904?: boolean; dates?: readonly string[] } = {}) {
  const pieces: string[] = []
  const text = createSheetText({ is1904: false, dates: [], ...options, write: (piece) => pieces.push(piece) })
  for (const [row, ...cells] of rows) text.row(row, cells)
  text.end()
  return { text: pieces.join(''), pieces, hasRows: text.hasRows() }
}
const lines = (...args: Parameters<typeof written>) =>
  written(...args)
    .text.split('\n')
    .slice(0, -1)
const DAY = serialOf('2025-09-07')
/** The second line, below a header of these names. */
const line = (names: string, ...cells: readonly Cell[]) =>
  lines([
    [1, ...names.split(',')],
    [2, ...cells],
  ])[1]

describe('a line is', () => {
  test('the row of the same number, with any empty rows between', () => {
    expect(
      lines([
        [1, 'a', 'b'],
        [3, 1, 2],
        [4, null, ''],
        [6, 3, 4],
      ]),
    ).toEqual(['a,b', '', '1,2', '', '', '3,4'])
  })

  test('none of a title above the table, and a cell alone is a row below its header', () => {
    expect(
      lines([
        [1, 'Visits'],
        [2, ''],
        [4, 'a', 'b'],
        [5, 1],
      ]),
    ).toEqual(['', '', '', 'a,b', '1'])
    expect(
      lines([
        [1, 'Visits', null, ''],
        [2, 'a', 'b'],
      ]),
    ).toEqual(['', 'a,b'])
  })

  test('of cells between commas, in quotes where they have quotes, commas, line ends or a blank before them', () => {
    expect(line('a,b,c,d,e,f,g', 'x', 'a,b', 'say "a"', 'two\nlines', 'two\rlines', ' x', null)).toBe(
      'x,"a,b","say ""a""","two',
    )
    expect(
      written([
        [1, 'a', 'b'],
        [2, 'two\nlines', 'two\rlines'],
      ]).text,
    ).toBe('a,b\n"two\nlines","two\rlines"\n')
    expect(line('a,b,c', ' x', 'x ', null)).toBe('" x",x ,')
  })

  test('written in pieces of a quarter of a megabyte, and all of it', () => {
    const rows = Array.from({ length: 4000 }, (_, i): [number, string, string] => [i + 2, 'x'.repeat(100), String(i)])
    const { pieces, text, hasRows } = written([[1, 'a', 'b'], ...rows])
    expect(text.split('\n').length).toBe(4002)
    expect([pieces.length, pieces[0]!.length >= 256 * 1024, pieces[0]!.length < 256 * 1024 + 200]).toEqual([
      2,
      true,
      true,
    ])
    expect(hasRows).toBe(true)
  })

  test('not enough when it is the header, or nothing', () => {
    expect(written([[1, 'a', 'b']])).toMatchObject({ text: 'a,b\n', hasRows: false })
    expect(written([[1, 'a']])).toMatchObject({ text: '', hasRows: false })
    expect(written([])).toMatchObject({ text: '', hasRows: false })
    expect(
      written([
        [1, 'a', 'b'],
        [2, 1],
      ]).hasRows,
    ).toBe(true)
  })
})

describe('a number', () => {
  test('is a date below a name of dates, or one that was marked as dates', () => {
    expect(line('Fecha,ins', DAY, 4)).toBe('2025-09-07,4')
    expect(line('x,ins', DAY, 4)).toBe(`${DAY},4`)
    expect(
      lines(
        [
          [1, 'x', 'ins'],
          [2, DAY, 4],
        ],
        { dates: [' X '] },
      )[1],
    ).toBe('2025-09-07,4')
    expect(
      lines(
        [
          [1, 'Fecha', 'ins'],
          [2, DAY - 1462, 4],
        ],
        { is1904: true },
      )[1],
    ).toBe('2025-09-07,4')
  })

  test('is a moment where some of them have a part of a day, to the second', () => {
    expect(line('Fecha,ins', DAY + 10.5 / 24, 4)).toBe('2025-09-07T10:30:00,4')
    expect(
      lines([
        [1, 'Fecha', 'n'],
        [2, DAY, 1],
        [3, DAY + 7 / 24, 1],
      ]).slice(1),
    ).toEqual(['2025-09-07T00:00:00,1', '2025-09-07T07:00:00,1'])
    expect(line('Fecha,ins', DAY + 0.999_999_9, 4)).toBe('2025-09-08T00:00:00,4')
    expect(line('Fecha,ins', DAY + (10 * 3600 - 0.004) / 86_400, 4)).toBe('2025-09-07T10:00:00,4')
    expect(line('Fecha,ins', DAY + 1 / 86_400, 4)).toBe('2025-09-07T00:00:01,4')
  })

  test('is an hour below a name of hours, when it is a part of a day', () => {
    expect(line('Fecha,Hora', DAY, 0.5)).toBe('2025-09-07,12:00:00')
    expect(
      lines([
        [1, 'Fecha', 'Hora'],
        [2, DAY, 0],
        [3, DAY, 7 / 24],
      ]).slice(1),
    ).toEqual(['2025-09-07,00:00:00', '2025-09-07,07:00:00'])
    expect(line('Fecha,Hora', DAY, 7)).toBe('2025-09-07,7')
    expect(line('Fecha,Hora', DAY, 1)).toBe('2025-09-07,1')
    expect(line('Fecha,Hora', DAY, 0)).toBe('2025-09-07,0')
    expect(
      lines([
        [1, 'Fecha', 'Hora'],
        [2, DAY, -0.5],
        [3, DAY, 0.5],
      ]).slice(1),
    ).toEqual(['2025-09-07,-0.5', '2025-09-07,0.5'])
    expect(line('Fecha,Hora', DAY, 0.999_999_9)).toBe('2025-09-07,00:00:00')
  })

  test('stays one when a column has days out of the century, or one in ten is no number', () => {
    const [first, last] = [serialOf('2000-01-01'), serialOf('2099-12-31')]
    expect([line('Fecha,n', first, 1), line('Fecha,n', last, 1)]).toEqual(['2000-01-01,1', '2099-12-31,1'])
    expect([line('Fecha,n', first - 1, 1), line('Fecha,n', last + 1, 1)]).toEqual([`${first - 1},1`, `${last + 1},1`])
    const dates = (texts: number) =>
      lines([
        [1, 'Fecha', 'n'],
        ...Array.from({ length: 10 }, (_, i): [number, Cell, Cell] => [i + 2, i < texts ? 'soon' : DAY, 1]),
        [12, null, 1],
        [13, '', 1],
      ])
    expect([dates(1)[1], dates(1)[10], dates(2)[10]]).toEqual(['soon,1', '2025-09-07,1', `${DAY},1`])
  })

  test('is what two hundred rows say, also in the rows after them', () => {
    const rows = Array.from({ length: 260 }, (_, i): [number, Cell, Cell] => [i + 2, DAY + i, i >= 210 ? null : i])
    const all = lines([[1, 'Fecha', 'n'], ...rows])
    expect([all.length, all[200], all[201], all[260]]).toEqual([261, '2026-03-25,199', '2026-03-26,200', '2026-05-24,'])
    // A text among the numbers, and a cell in a column without a name, stay what they are.
    expect(lines([[1, 'Fecha', 'n'], ...rows, [300, 'soon', 1, 7]]).at(-1)).toBe('soon,1,7')
  })
})

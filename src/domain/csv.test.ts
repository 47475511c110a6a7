import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFileName, csvTableOf, disarmed, escapeCell, restored, writeCsv } from './csv.ts'
import type { CsvOptions, CsvStyle, CsvTable } from './csv.ts'
import { csvOfFrame } from './csv.test-support.ts'
import { isoDay } from './days.ts'
import { fromRows, isNull } from './frame-build.ts'
import type { Cell, Column } from './frame.ts'

/** The same file said slowly: a string per cell, joined. */
function reference(
  { columns, rows }: CsvTable,
  { bom = false, separator = ';', decimal = '.' }: CsvOptions = {},
): string {
  const number = (written: string) => {
    const own = written.replace('.', decimal)
    return separator === decimal && own.includes(decimal) ? `"${own}"` : own
  }
  const cell = ({ data, as, decimals }: CsvTable['columns'][number], row: number): string => {
    if (isNull(data, row)) return ''
    if (data.kind === 'text') return escapeCell(data.dictionary[data.codes[row] as number] as string, separator)
    const value = data.values[row] as number
    if (as === 'boolean') return String(value !== 0)
    if (as === 'day') return isoDay(value)
    if (decimals === undefined) return Object.is(value, -0) ? '0' : number(String(value))
    const fixed = (Math.round(Math.abs(value) * 10 ** decimals) / 10 ** decimals).toFixed(decimals)
    return number(value < 0 && Number(fixed) !== 0 ? `-${fixed}` : fixed)
  }
  const lines = [
    columns.map(({ header }) => escapeCell(header, separator)),
    ...Array.from({ length: rows }, (_, row) => columns.map((column) => cell(column, row))),
  ]
  return `${bom ? '\ufeff' : ''}${lines.map((line) => `${line.join(separator)}\r\n`).join('')}`
}

const style = fc.record({
  separator: fc.constantFrom(';' as const, ',' as const, '\t' as const),
  decimal: fc.constantFrom('.' as const, ',' as const),
})
const text = (table: CsvTable, options?: CsvOptions) => Buffer.concat([...writeCsv(table, options)]).toString('utf8')
const columns: readonly Column[] = [
  { id: 'name', type: 'text', role: 'dim' },
  { id: 'day', type: 'day', role: 'dim' },
  { id: 'open', type: 'boolean', role: 'dim' },
  { id: 'ins', type: 'int', role: 'measure' },
  { id: 'share', type: 'float', role: 'measure' },
]
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '=1+1',
    '+34 600',
    '-5',
    '-5,2',
    '@x',
    '\tx',
    '\rx',
    'a;b',
    'say "hi"',
    'two\nlines',
    '',
    'Gràcia',
    '日本',
    '👩‍👩‍👧',
  ),
)
const anyRows = fc.array(
  fc.tuple(
    fc.option(hostile),
    fc.option(fc.integer({ min: 0, max: 30_000 })),
    fc.option(fc.boolean()),
    fc.option(fc.oneof(fc.integer(), fc.integer({ min: -20_000, max: 20_000 }))),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  ),
  { maxLength: 30 },
)

const leads = fc.stringMatching(/^['=+\-@＝＋－＠﹦﹢﹣﹫⁺₋−\t\r\n0-9 .,\u200b\ufeffx]{0,6}$/)

test('a text cell is read back as it was written: import removes exactly the quote that export added', () => {
  fc.assert(
    fc.property(fc.oneof(leads, fc.string({ unit: 'grapheme', maxLength: 8 })), (given) => {
      expect(restored(disarmed(given))).toBe(given)
    }),
    { numRuns: 5000 },
  )
})

test('no text that a spreadsheet folds to a sign of formulas begins a cell, but for numbers', () => {
  fc.assert(
    fc.property(fc.oneof(leads, fc.string({ unit: 'grapheme', maxLength: 8 })), (given) => {
      const folded = disarmed(given)
        .normalize('NFKC')
        .replace(/^[\u200b-\u200f\u2060\ufeff\0\s]+/, '')
      expect(!/^[=+\-@−]/.test(folded) || /^[+-]?\d+([.,]\d+)?$/.test(given)).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+34 600', "'+34 600"],
  ['@here', "'@here"],
  ['-x', "'-x"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['＝1+1', "'＝1+1"],
  ['＋34', "'＋34"],
  ['－x', "'－x"],
  ['＠here', "'＠here"],
  ['﹦x', "'﹦x"],
  ['﹢x', "'﹢x"],
  ['﹣x', "'﹣x"],
  ['﹫x', "'﹫x"],
  ['−x', "'−x"],
  ['\0=x', "'\0=x"],
  ['\n=x', `"'\n=x"`],
  ['\u200b=x', "'\u200b=x"],
  ["'=x", "''=x"],
  ["'tis", "'tis"],
  ['-5', '-5'],
  ['+3.2', '+3.2'],
  ['-5,2', '-5,2'],
  ['--5', "'--5"],
  ['-5;=1', `"'-5;=1"`],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
  ['', ''],
])('%j is written %j', (given, expected) => {
  expect(escapeCell(given)).toBe(expected)
})

test('a frame has its columns, nulls are empty, days are dates', () => {
  const frame = fromRows(columns, [
    ['Gran Vía', '2026-11-19', true, 1234567, 0.25],
    [null, null, null, null, null],
    ['=x', '2026-11-20', false, -8, 3],
  ])
  expect(text(csvOfFrame(frame, { name: 'Tienda' }))).toBe(
    "Tienda;day;open;ins;share\r\nGran Vía;2026-11-19;true;1234567;0.25\r\n;;;;\r\n'=x;2026-11-20;false;-8;3\r\n",
  )
})

test('a projection has its labels, and a column with a word among its numbers stays as it is', () => {
  const table = csvTableOf({
    columns: [
      { label: 'Día', format: 'day' },
      { label: 'Δ', format: 'delta' },
    ],
    rows: [
      [20776, 12.5],
      [20777, 'new'],
      [20778, null],
    ],
  })
  expect(text(table)).toBe('Día;Δ\r\n2026-11-19;12.50\r\n2026-11-20;new\r\n2026-11-21;\r\n')
})

test('figures of a projection have the decimals that people read, and whole ones none', () => {
  const table = csvTableOf({
    columns: [
      { label: 'Entradas', format: 'count' },
      { label: 'Media', format: 'count' },
      { label: 'Captación', format: 'percent' },
      { label: 'Estancia', format: 'duration' },
    ],
    rows: [
      [1234, 12.3456, 21.23456, 754.6],
      [7, 3, null, 60],
    ],
  })
  expect(text(table)).toBe('Entradas;Media;Captación;Estancia\r\n1234;12.3;21.23;755\r\n7;3.0;;60\r\n')
})

test('a file is written with the separator and the decimal sign of its reader', () => {
  const rows = {
    columns: [{ label: 'Tienda' }, { label: 'Captación', format: 'percent' }, { label: 'Cambio', format: 'delta' }],
    rows: [
      ['Gran Vía; 1', 21.2, 'nuevo'],
      ['A, B', 3, -4.5],
    ],
  }
  const written = (given: CsvStyle) => text(csvTableOf(rows, given), given)
  expect(written({ separator: ';', decimal: ',' })).toBe(
    'Tienda;Captación;Cambio\r\n"Gran Vía; 1";21,20;nuevo\r\nA, B;3,00;-4,50\r\n',
  )
  expect(written({ separator: ',', decimal: ',' })).toBe(
    'Tienda,Captación,Cambio\r\nGran Vía; 1,"21,20",nuevo\r\n"A, B","3,00","-4,50"\r\n',
  )
  expect(written({ separator: '\t', decimal: '.' })).toBe(
    'Tienda\tCaptación\tCambio\r\nGran Vía; 1\t21.20\tnuevo\r\nA, B\t3.00\t-4.50\r\n',
  )
})

test('the byte order mark comes first, once, and only when requested', () => {
  const table = csvTableOf({ columns: [{ label: 'á' }], rows: [[1]] })
  expect([...Buffer.from(text(table, { bom: true }))].slice(0, 5)).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa1])
  expect(text(table)).toBe('á\r\n1\r\n')
})

test('a table without rows is its header', () => {
  expect(text(csvOfFrame(fromRows(columns, [])))).toBe('name;day;open;ins;share\r\n')
})

test('fixed decimals are rounded and kept', () => {
  const frame = fromRows(
    [{ id: 'x', type: 'float', role: 'measure' }],
    [[12.34], [0.05], [-0.04], [100], [-7.25], [99.96]],
  )
  const table = csvOfFrame(frame)
  const fixed = { ...table, columns: table.columns.map((column) => ({ ...column, decimals: 1 })) }
  expect(text(fixed)).toBe('x\r\n12.3\r\n0.1\r\n0.0\r\n100.0\r\n-7.3\r\n100.0\r\n')
  expect(text(fixed)).toBe(reference(fixed))
})

test('the bytes are those of the slow writer, for any size of the chunks', () => {
  fc.assert(
    fc.property(
      anyRows,
      fc.boolean(),
      fc.integer({ min: 1, max: 300 }),
      fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      style,
      (rows, bom, chunkBytes, decimals, style) => {
        const table = csvOfFrame(fromRows(columns, rows as Cell[][]))
        const rounded = {
          ...table,
          columns: table.columns.map((column) =>
            column.header === 'ins' && decimals !== undefined ? { ...column, decimals } : column,
          ),
        }
        expect(text(rounded, { bom, chunkBytes, ...style })).toBe(reference(rounded, { bom, ...style }))
      },
    ),
  )
})

test('a spreadsheet reads back the written values', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const read = parse(text(csvOfFrame(fromRows(columns, rows as Cell[][]))), {
        delimiter: ';',
        record_delimiter: '\r\n',
        skip_empty_lines: false,
      }) as string[][]
      expect(read.slice(1)).toEqual(
        rows.map(([name, day, open, ins, share]) => [
          name === null
            ? ''
            : escapeCell(name)
                .replace(/^"([^]*)"$/, '$1')
                .replaceAll('""', '"'),
          day === null ? '' : isoDay(day),
          open === null ? '' : String(open),
          ins === null ? '' : String(ins),
          share === null ? '' : String(Object.is(share, -0) ? 0 : share),
        ]),
      )
    }),
  )
})

test('chunks stay near the requested size', () => {
  const frame = fromRows(
    [{ id: 'n', type: 'int', role: 'dim' }],
    Array.from({ length: 1000 }, (_, n) => [n]),
  )
  const sizes = [...writeCsv(csvOfFrame(frame), { chunkBytes: 256 })].map(({ length }) => length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(256)
  expect(sizes.reduce((a, b) => a + b)).toBe(reference(csvOfFrame(frame)).length)
})

test('the default name carries the time', () => {
  expect(csvFileName(new Date(2026, 10, 20, 9, 5, 1))).toBe('data_export_2026-11-20_09-05-01.csv')
  expect(csvFileName(new Date(2026, 10, 20, 9, 5, 1), 'Comparativa_Indicadores')).toBe(
    'Comparativa_Indicadores_2026-11-20_09-05-01.csv',
  )
})

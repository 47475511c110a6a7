/** Blocks of bytes as rows, wherever a block ends. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { delimiterOf, readRows, splitRows, type Row } from './rows.ts'

const cellsOf = ({ buffer, starts, ends, length, line }: Row) => [
  line,
  ...Array.from({ length }, (_, c) => buffer.toString('utf8', starts[c], ends[c])),
]
async function* blocksOf(pieces: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}
async function read(pieces: readonly (string | Buffer)[], separator?: string) {
  const rows: (string | number)[][] = []
  const last = await readRows(blocksOf(pieces), 'a.csv', (row) => rows.push(cellsOf(row)), separator)
  return { rows, last }
}
const refusal = (pieces: readonly (string | Buffer)[]) =>
  read(pieces).then(
    () => 'taken',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )
/** A file is looked at from twenty thousand bytes on: what comes before makes it so long. */
const LONG = `${'x'.repeat(20_000)},y\n`

describe('the separator', () => {
  test.each<[string, string]>([
    [',', 'a,b\n1,2\n'],
    [';', 'a;b\n1,5;2\n'],
    ['\t', 'a\tb,c\n1\t2\n'],
    ['|', 'a|b|c\n1|2|3,4\n'],
    [',', 'a\n1\n'],
    [',', ''],
    [';', 'a;b;c,d\n1;2;3,4\n'],
    [',', 'a,b,c;d\r1,2,3;4\r'],
    [',', 'a,b;c;d\n\n1,2\n'],
    [';', 'a;b\r\n1;2\r\n'],
    [',', `a,b\n1,2\n1,2\n1,2\n1,2\n1,2\n${'1;2;3;4\n'.repeat(50)}`],
  ])('is %j of %j', (separator, text) => {
    expect(delimiterOf(text)).toBe(separator)
  })

  test('is the chosen one', async () => {
    expect((await read(['a;b,c\n'], ',')).rows).toEqual([[1, 'a;b', 'c']])
    expect((await read(['a;b,c\n'], ';')).rows).toEqual([[1, 'a', 'b,c']])
  })
})

describe('rows are the same', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'ñ', ' ', '1'), maxLength: 5 }),
    fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', '\r'), maxLength: 5 }),
  )
  const quoted = (text: string, isQuoted: boolean) =>
    isQuoted || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

  test('wherever the blocks end, in all kinds of lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, fc.boolean()), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.array(fc.nat(60), { maxLength: 8 }),
        async (table, end, isEnded, cuts) => {
          const lines = table.map(([a, b, isQuoted]) => `${quoted(a, isQuoted)},${quoted(b, !isQuoted)}`)
          const text = `${lines.join(end)}${isEnded ? end : ''}`
          const bytes = Buffer.from(text)
          const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
          const pieces = [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length))
          const found = await read([LONG, ...pieces])
          const rows = found.rows.slice(1)
          expect(rows.map(([, ...cells]) => cells)).toEqual(table.map(([a, b]) => [a, b]))
          // A line has its start, with any line ends in its cells.
          const breaks = (of: string) => of.split(/\r\n|\n|\r/).length - 1
          let line = 2
          for (const [i, [a, b]] of table.entries()) {
            expect(rows[i]![0]).toBe(line)
            line += 1 + breaks(a) + breaks(b)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  test('whole or in blocks of one byte', async () => {
    const text = 'a,"b ""c"", d",e\r\n"x\ny",,"z"\rlast,"",1'
    const rows = [
      [1, 'a', 'b "c", d', 'e'],
      [2, 'x\ny', '', 'z'],
      [4, 'last', '', '1'],
    ]
    const whole: (string | number)[][] = []
    splitRows(Buffer.from(text), 'a.csv', (row) => whole.push(cellsOf(row)))
    const bytes = await read(
      [LONG, ...Buffer.from(text).map((byte) => byte)].map((one) =>
        typeof one === 'number' ? Buffer.from([one]) : one,
      ),
    )
    expect([whole, bytes.rows.slice(1).map(([line, ...cells]) => [Number(line) - 1, ...cells])]).toEqual([rows, rows])
  })
})

test('empty lines are none, and count as lines', async () => {
  expect(await read(['a,b\n\n\r\n1,2\n\n'])).toEqual({
    rows: [
      [1, 'a', 'b'],
      [4, '1', '2'],
    ],
    last: 5,
  })
  expect((await read(['a,b\n""\n1,2'])).rows).toEqual([
    [1, 'a', 'b'],
    [3, '1', '2'],
  ])
})

test('what follows a closing quote belongs to its cell, and a quote within a cell is a letter', async () => {
  expect((await read(['a,"b"c,d"e"\n1,2\n'])).rows).toEqual([
    [1, 'a', 'bc', 'd"e"'],
    [2, '1', '2'],
  ])
})

test('a row may have thousands of cells, and cells of thousands of letters', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => String(i))
  const long = 'y'.repeat(50_000)
  const { rows } = await read([`${many.join(',')}\n"${long}",${many.slice(1).join(',')}\n"1","${long}","2"\n`])
  expect([rows[0]!.length, rows[0]![1000], rows[1]!.length, rows[1]![1], rows[1]![1000], rows[2]]).toEqual([
    1001,
    '999',
    1001,
    long,
    '999',
    [3, '1', long, '2'],
  ])
})

describe('a file is refused', () => {
  test('without lines', async () => {
    expect([await refusal([]), await refusal(['']), await refusal(['\n\r\n'])]).toEqual(
      Array(3).fill('FILE_EMPTY: a.csv has no lines; a header and at least one row were expected.'),
    )
  })

  test('whose quote is never closed, with the line on which it was opened', async () => {
    const words = (line: number) => `FILE_QUOTE_OPEN: The quote opened on line ${line} of a.csv is never closed.`
    expect(await refusal(['a,b\n1,2\n"x\n\n,y\n'])).toBe(words(3))
    expect(await refusal(['a,"b\n\r\nc\r","d\n'])).toBe(words(4))
    expect(await refusal(['a,"b\n\rc","d\n'])).toBe(words(3))
    expect(await refusal([LONG, '"x\n', 'y\n'.repeat(2_200_000)])).toBe(words(2))
  })

  test('with a row longer than four megabytes', async () => {
    const most = 4 * 1024 * 1024
    expect(await refusal([LONG, 'z'.repeat(most)])).toBe('taken')
    expect(await refusal([LONG, 'z'.repeat(most + 1)])).toBe(
      'FILE_NOT_TEXT: Line 2 of a.csv is longer than 4 MB; a text file with separated values (CSV) was expected.',
    )
  })
})

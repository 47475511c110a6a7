/** Workbooks as they come: what is read of them, and what of an archive or its XML is not trusted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive } from './archive.ts'
import { serialOf, sheetXml, workbookParts, zipOf, type TestCell, type TestSheet, type ZipPart } from './testing.ts'
import { openWorkbook, type Cell } from './workbook.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-workbook-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const written = (bytes: Buffer | string) => {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return path
}

async function read(bytes: Buffer) {
  const workbook = await openWorkbook(written(bytes))
  try {
    const sheets: [string, ...(readonly [number, ...Cell[]])[]][] = []
    for (const sheet of workbook.sheets) {
      const rows: (readonly [number, ...Cell[]])[] = []
      await workbook.rows(sheet, (row, cells) => rows.push([row, ...cells]))
      sheets.push([sheet.name, ...rows])
    }
    return { sheets, is1904: workbook.is1904 }
  } finally {
    workbook.close()
  }
}
const refusal = (bytes: Buffer | string) =>
  read(bytes as Buffer).then(
    () => 'taken',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )
const damaged = (what: string) => `UPLOAD_DAMAGED: The file is damaged: ${what}. Save it again and send it once more.`
const tooMuch = (what: string, most: string) =>
  `UPLOAD_TOO_MUCH: The file holds too much: ${what}; at most ${most} is read.`
const notWorkbook = (what: string) => `UPLOAD_NOT_WORKBOOK: This is no Excel workbook (.xlsx): ${what}.`

const sheet = (...rows: (readonly TestCell[])[]): TestSheet => ({ name: 'Hoja1', rows })
const SHEET = 'xl/worksheets/sheet1.xml'
/** A workbook with one part changed, added or left out. */
function parts(change: Readonly<Record<string, string | Buffer | Partial<ZipPart> | null>>, rows = [['a', 1]]): Buffer {
  const base = workbookParts([sheet(...rows)])
  const made = (name: string, to: string | Buffer | Partial<ZipPart>): ZipPart => ({
    name,
    data: '',
    ...base.find((one) => one.name === name),
    ...(typeof to === 'string' || Buffer.isBuffer(to) ? { data: to } : to),
  })
  return zipOf([
    ...base.flatMap((part) => {
      const to = change[part.name]
      return to === undefined ? [part] : to === null ? [] : [made(part.name, to)]
    }),
    ...Object.entries(change).flatMap(([name, to]) =>
      to === null || base.some((part) => part.name === name) ? [] : [made(name, to)],
    ),
  ])
}
/** A sheet with this inside. */
const inside = (rows: string) => parts({ [SHEET]: `<worksheet><sheetData>${rows}</sheetData></worksheet>` })
const cellsOf = async (...cells: readonly string[]) =>
  (await read(inside(`<row r="1">${cells.join('')}</row>`))).sheets[0]!.slice(1)

describe('a workbook', () => {
  test('has its sheets in their order, without those that are hidden, and their rows', async () => {
    const book = zipOf(
      workbookParts([
        { name: 'Uno & dos', rows: [['a', 1], [], [null, 'b']] },
        { name: 'no', state: 'hidden', rows: [['x']] },
        { name: 'never', state: 'veryHidden', rows: [['x']] },
        { name: 'Tres', state: 'visible', rows: [] },
      ]),
    )
    expect(await read(book)).toEqual({
      sheets: [['Uno & dos', [1, 'a', 1], [2], [3, null, 'b']], ['Tres']],
      is1904: false,
    })
  })

  test('counts its days from 1904 where it says so', async () => {
    const of = async (value: string) =>
      (
        await read(
          parts({
            'xl/workbook.xml':
              `<workbook xmlns:r="r"><workbookPr date1904="${value}"/><sheets><sheet name="a" ` +
              'r:id="rId1"/></sheets></workbook>',
          }),
        )
      ).is1904
    expect([await of('1'), await of('true'), await of('0'), await of('false'), await of('')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('may name its parts from the root, and by an id without a prefix', async () => {
    const book = parts({
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="none"/><Other ' +
        'Id="rId1" Target="x"/></Relationships>',
      'xl/workbook.xml': '<workbook><sheets><sheet id="rId1"/></sheets></workbook>',
    })
    expect((await read(book)).sheets).toEqual([['', [1, 'a', 1]]])
  })

  test('has texts that are named by their number, in pieces and without their readings', async () => {
    const texts =
      '<sst><si><t>one</t></si><si><r><t>t</t></r><r><t>wo</t></r><rPh><t>no</t></rPh></si><si><phoneticPr/></si>' +
      '<si><t xml:space="preserve"> x </t></si></sst>'
    const book = parts({
      'xl/sharedStrings.xml': texts,
      [SHEET]:
        '<worksheet><sheetData><row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>2</v></c><c ' +
        't="s"><v>3</v></c></row></sheetData></worksheet>',
    })
    expect((await read(book)).sheets[0]![1]).toEqual([1, 'two', 'one', '', ' x '])
  })
})

describe('a cell', () => {
  test('is a number, a text of its own, or what is there', async () => {
    expect(
      await cellsOf(
        '<c><v>1.5</v></c>',
        '<c t="n"><v>-2</v></c>',
        '<c><v> </v></c>',
        '<c><v>x</v></c>',
        '<c t="str"><v>7</v></c>',
        '<c t="b"><v>1</v></c>',
        '<c t="e"><v>#N/A</v></c>',
        '<c t="inlineStr"><is><t>a</t></is></c>',
        '<c t="inlineStr"><v>no</v></c>',
        '<c><is><t>no</t></is></c>',
        '<c><v>1e999</v></c>',
      ),
    ).toEqual([[1, 1.5, -2, ' ', 'x', '7', '1', '#N/A', 'a', null, null, '1e999']])
  })

  test('has its place, or the next one', async () => {
    expect(await cellsOf('<c r="B1"><v>2</v></c>', '<c><v>3</v></c>', '<c r="F1"><v>6</v></c>')).toEqual([
      [1, null, 2, 3, null, null, 6],
    ])
    const at = async (place: string) => (await cellsOf(`<c r="${place}"><v>1</v></c>`))[0]!.length - 2
    expect([await at('A1'), await at('Z1'), await at('AA7'), await at('AX1048576')]).toEqual([0, 25, 26, 49])
    // Beyond the fiftieth column nothing is kept.
    expect([await at('AY1'), await at('XFD1')]).toEqual([-1, -1])
    for (const place of ['', 'A', '1', 'A0', 'a1', 'ABCD1', 'A12345678', 'A1x', '1A1'])
      expect(await refusal(inside(`<row><c r="${place}"><v>1</v></c></row>`))).toBe(
        damaged(`${place} is no place of a cell`),
      )
  })

  test('without a value is empty, and a formula is what it gave', async () => {
    expect(await cellsOf('<c/>', '<c><f>1+1</f><v>2</v></c>', '<c><f>1+1</f></c>', '<c><v>4</v></c>')).toEqual([
      [1, null, 2, null, 4],
    ])
    expect(await cellsOf('<c><v><![CDATA[5]]></v></c>')).toEqual([[1, 5]])
  })

  test('of a text that is not there is damage', async () => {
    expect(await refusal(inside('<row><c t="s"><v>7</v></c></row>'))).toBe(damaged('there is no text 7'))
  })

  test('has a text of 32,768 letters at most', async () => {
    const of = (length: number) => inside(`<row><c t="str"><v>${'ab'.repeat(length / 2)}</v></c></row>`)
    const words = tooMuch('a text of more than 32,768 characters', '32,768 characters')
    expect([await refusal(of(32_768)), await refusal(of(32_770))]).toEqual(['taken', words])
    const shared = (length: number) =>
      parts({ 'xl/sharedStrings.xml': `<sst><si><t>${'ab'.repeat(length / 2)}</t></si></sst>` })
    expect([await refusal(shared(32_768)), await refusal(shared(32_770))]).toEqual(['taken', words])
  })
})

describe('a row', () => {
  test('has its number, or the next one, and comes after those before it', async () => {
    expect((await read(inside('<row/><row r="5"><c><v>1</v></c></row><row/>'))).sheets[0]!.slice(1)).toEqual([
      [1],
      [5, 1],
      [6],
    ])
    for (const r of ['0', '-1', '1.5', 'x', '1048577'])
      expect(await refusal(inside(`<row r="${r}"/>`))).toBe(damaged(`row ${r} is out of order`))
    expect(await refusal(inside('<row r="2"/><row r="2"/>'))).toBe(damaged('row 2 is out of order'))
    expect(await refusal(inside('<row r="1048576"/>'))).toBe('taken')
  })
})

describe('is refused', () => {
  test.each<[string, () => Buffer | string, string]>([
    ['an empty file', () => '', 'UPLOAD_EMPTY: The file is empty.'],
    ['one byte', () => 'P', notWorkbook('another kind of file')],
    ['text', () => 'Code;Date', notWorkbook('another kind of file')],
    [
      'an old workbook, or one with a password',
      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      notWorkbook('an old .xls, or one with a password; save it as .xlsx without one'),
    ],
    ['an archive of something else', () => zipOf([{ name: 'a', data: 'x' }]), notWorkbook('it has no xl/workbook.xml')],
    [
      'a part with a password',
      () => parts({ [SHEET]: { lie: { flags: 1 } } }),
      notWorkbook('it has a password; save it without one'),
    ],
    ['a link', () => parts({ link: { data: 'x', lie: { mode: 0o120777 } } }), damaged('it holds a link')],
    [
      'parts that overlap',
      () => parts({ 'xl/worksheets/sheet2.xml': { data: 'x', lie: { offset: 30 } } }),
      damaged('its parts overlap'),
    ],
    [
      'a part that is there twice',
      () => zipOf([...workbookParts([sheet()]), { name: SHEET, data: 'x' }]),
      damaged(`the part ${SHEET} is there twice`),
    ],
    [
      'more than 200 MB by what it says',
      () => parts({ [SHEET]: { lie: { size: 200_000_000 } } }),
      tooMuch('more than 200 MB when unpacked', '200 MB'),
    ],
    [
      'what unpacks to more than 200 times its size',
      () => parts({ [SHEET]: `<worksheet>${' '.repeat(3_000_000)}</worksheet>` }),
      tooMuch(`${SHEET} unpacks to more than 200 times its size`, '200 times'),
    ],
    [
      'a hundred and one parts',
      () => zipOf(Array.from({ length: 101 }, (_, i) => ({ name: `x/${i}`, data: 'x' }))),
      tooMuch('101 parts', '100 parts'),
    ],
    [
      'no relations',
      () => parts({ 'xl/_rels/workbook.xml.rels': null }),
      damaged('the part xl/_rels/workbook.xml.rels is not there'),
    ],
    ['a sheet that leads nowhere', () => parts({ [SHEET]: null }), damaged('the sheet Hoja1 leads nowhere')],
    [
      'another thing than a workbook',
      () => parts({ 'xl/workbook.xml': '<x/>' }),
      damaged('xl/workbook.xml is no workbook'),
    ],
    ['another thing than a sheet', () => parts({ [SHEET]: '<chart/>' }), damaged(`${SHEET} is no sheet`)],
    ['a document type', () => parts({ [SHEET]: '<!DOCTYPE x><worksheet/>' }), damaged(`${SHEET} has a document type`)],
    [
      'another encoding in name',
      () => parts({ [SHEET]: '<?xml version="1.0" encoding="UTF-16"?><worksheet/>' }),
      damaged(`${SHEET} is written in UTF-16, not in UTF-8`),
    ],
    [
      'another encoding in fact',
      () => parts({ [SHEET]: Buffer.from([0x3c, 0xff, 0xfe]) }),
      damaged(`${SHEET} is not text in UTF-8`),
    ],
    [
      'a letter that is cut off',
      () => parts({ [SHEET]: Buffer.from([...Buffer.from('<worksheet></worksheet>'), 0xc3]) }),
      damaged(`${SHEET} is not text in UTF-8`),
    ],
    ['NUL', () => parts({ [SHEET]: '<worksheet>\0</worksheet>' }), damaged(`${SHEET} holds a NUL character`)],
    ['tags that do not close', () => parts({ [SHEET]: '<worksheet>' }), damaged(`${SHEET}: Unclosed root tag`)],
    [
      'tags in a hundred levels and one',
      () => parts({ [SHEET]: `<worksheet>${'<a>'.repeat(100)}` }),
      tooMuch(`${SHEET} is nested more than 100 deep`, '100 levels'),
    ],
  ])('%s', async (_, make, words) => {
    expect(await refusal(make())).toBe(words)
  })

  test('more than 65,536 texts', async () => {
    const texts = (n: number) =>
      parts({
        'xl/sharedStrings.xml': `<sst>${Array.from({ length: n }, (_, i) => `<si><t>${i}</t></si>`).join('')}</sst>`,
      })
    expect(await refusal(texts(65_537))).toBe(tooMuch('more than 65,536 different texts', '65,536 texts'))
  })

  test('but not what is as much as may be', async () => {
    const levels = `<worksheet>${'<a>'.repeat(99)}${'</a>'.repeat(99)}</worksheet>`
    expect(await refusal(parts({ [SHEET]: levels }))).toBe('taken')
    const hundred = parts(Object.fromEntries(Array.from({ length: 96 }, (_, i) => [`x/${i}`, 'x'])))
    expect(await refusal(hundred)).toBe('taken')
    for (const encoding of ['utf-8', 'UTF8'])
      expect(await refusal(parts({ [SHEET]: `<?xml version="1.0" encoding='${encoding}'?><worksheet/>` }))).toBe(
        'taken',
      )
    for (const head of ['<?xml version="1.0"?>', '<?other encoding="UTF-16"?>'])
      expect(await refusal(parts({ [SHEET]: `${head}<worksheet/>` }))).toBe('taken')
    // A small part may be all blanks.
    expect(await refusal(parts({ [SHEET]: `<worksheet>${' '.repeat(900_000)}</worksheet>` }))).toBe('taken')
    expect(
      await refusal(
        parts({ [SHEET]: sheetXml({ rows: [[serialOf('2026-11-16')]] }).replaceAll(/<(\/?)(\w)/g, '<$1x:$2') }),
      ),
    ).toBe('taken')
  })
})

describe('an archive', () => {
  test('gives its parts as they were, those that are not packed too', async () => {
    const archive = await openArchive(
      written(
        zipOf([
          { name: 'a', data: 'packed '.repeat(9) },
          { name: 'b', data: 'stored', isStored: true },
        ]),
      ),
    )
    const of = async (name: string) => {
      const pieces: Buffer[] = []
      await archive.read(name, (bytes) => pieces.push(bytes))
      return Buffer.concat(pieces).toString()
    }
    expect([archive.has('a'), archive.has('c'), await of('a'), await of('b')]).toEqual([
      true,
      false,
      'packed '.repeat(9),
      'stored',
    ])
    await expect(of('c')).rejects.toMatchObject({ code: 'UPLOAD_DAMAGED' })
    archive.close()
  })

  test('that is cut off, or whose sizes are not what they say, is damaged', async () => {
    const whole = parts({})
    for (let at = 10; at < whole.length; at += Math.ceil(whole.length / 12))
      expect((await refusal(whole.subarray(0, at))).slice(0, 14)).toBe('UPLOAD_DAMAGED')
    for (const size of [10, 900_000])
      expect((await refusal(parts({ [SHEET]: { lie: { size } } }))).slice(0, 14)).toBe('UPLOAD_DAMAGED')
    for (const name of ['../../evil', '/etc/passwd', 'a\\b'])
      expect((await refusal(parts({ [name]: 'x' }))).slice(0, 14)).toBe('UPLOAD_DAMAGED')
  })
})

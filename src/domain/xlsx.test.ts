import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Column } from './frame.ts'
import { fromRows } from './frame-build.ts'
import { writeXlsx } from './xlsx.ts'
import { zipWriter } from './zip.ts'

/** Entries of a zip by its directory, each inflated and held against the sum and the sizes that are written of it. */
function entriesOf(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const count = bytes.readUInt16LE(end + 10)
  const [length, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]
  expect([bytes.readUInt32LE(end + 4), bytes.readUInt16LE(end + 8), start + length, bytes.length]).toEqual([
    0,
    count,
    end,
    end + 22,
  ])
  const found: Record<string, string> = {}
  for (let at = start; at < end;) {
    const [crc, packed, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const name = bytes.readUInt16LE(at + 28)
    const path = bytes.toString('utf8', at + 46, at + 46 + name)
    const local = bytes.readUInt32LE(at + 42)
    // Signature, version 2.0, sizes behind and utf-8 where the name needs it, deflated, midnight of 1980-01-01, no sum
    // or sizes yet.
    const flags = /^[\x20-\x7e]*$/.test(path) ? '0800' : '0808'
    expect(bytes.toString('hex', local, local + 26)).toBe(`504b03041400${flags}080000002100${'00'.repeat(12)}`)
    expect([bytes.readUInt16LE(local + 26), bytes.readUInt16LE(local + 28)]).toEqual([name, 0])
    expect(bytes.toString('hex', at, at + 16)).toBe(`504b010214001400${flags}080000002100`)
    const data = local + 30 + name
    const text = inflateRawSync(bytes.subarray(data, data + packed))
    expect([text.length, crc32(text)]).toEqual([size, crc])
    expect([0, 4, 8, 12].map((more) => bytes.readUInt32LE(data + packed + more))).toEqual([
      0x08074b50,
      crc,
      packed,
      size,
    ])
    found[path] = text.toString('utf8')
    at += 46 + name
  }
  expect(Object.keys(found)).toHaveLength(count)
  return found
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const COLUMNS: Column[] = [
  { id: 'name', type: 'text', role: 'dim' },
  { id: 'date', type: 'day', role: 'dim', unit: 'day' },
  { id: 'time', type: 'int', role: 'dim', unit: 'seconds' },
  { id: 'visits', type: 'int', role: 'measure', unit: 'count' },
  { id: 'visitDurationHHMMSS', type: 'int', role: 'measure', unit: 'seconds' },
  { id: 'captureRate', type: 'float', role: 'measure', unit: 'percent' },
]
const SHEET = 'xl/worksheets/sheet1.xml'
const sheetOf = async (...frames: ReturnType<typeof fromRows>[]) =>
  entriesOf(
    await bytesOf(
      writeXlsx(
        COLUMNS,
        (async function* () {
          yield* frames
        })(),
      ),
    ),
  )

test('a workbook has the parts that spreadsheets ask for, which name each other', async () => {
  const parts = await sheetOf()
  expect(Object.keys(parts)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    SHEET,
  ])
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<'
  for (const text of Object.values(parts)) expect(text.slice(0, head.length)).toBe(head)
  const named = (name: string, what: RegExp) => [...(parts[name]?.matchAll(what) ?? [])].map(([, found]) => found)
  expect(named('[Content_Types].xml', /PartName="([^"]*)"/g)).toEqual([
    '/xl/workbook.xml',
    '/xl/styles.xml',
    '/xl/worksheets/sheet1.xml',
  ])
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  expect(parts['_rels/.rels']).toContain(`Type="${office}/officeDocument" Target="xl/workbook.xml"`)
  expect(parts['xl/workbook.xml']).toContain('<sheet name="Aforo" sheetId="1" r:id="rId1"/>')
  expect(named('xl/_rels/workbook.xml.rels', /(?:Id|Target)="([^"]*)"/g)).toEqual([
    'rId1',
    'worksheets/sheet1.xml',
    'rId2',
    'styles.xml',
  ])
  expect(named('xl/styles.xml', /formatCode="([^"]*)"/g)).toEqual([
    'yyyy\\-mm\\-dd',
    'hh:mm:ss',
    '[hh]:mm:ss',
    expect.stringContaining('0'),
  ])
  expect(parts['xl/styles.xml']?.match(/<xf numFmtId="164" applyNumberFormat="1"\/>/g)).toHaveLength(1)
})

test('days, times, lengths and shares are numbers in their formats, and a null is an empty cell', async () => {
  const day = 20_776
  const frame = fromRows(COLUMNS, [
    ['Uno', day, 43_200, 7, 100_800, 12.5],
    [null, day, null, null, null, null],
  ])
  const sheet = (await sheetOf(frame))[SHEET] ?? ''
  const text = (value: string, style = '') =>
    `<c t="inlineStr"${style}><is><t xml:space="preserve">${value}</t></is></c>`
  const number = (value: number, style = '') => `<c${style}><v>${value}</v></c>`
  const date = number(day + 25_569, ' s="1"')
  const length = number(100_800 / 86_400, ' s="3"')
  expect(sheet.match(/<row>.*?<\/row>/g)).toEqual([
    `<row>${COLUMNS.map(({ id }) => text(id, ' s="5"')).join('')}</row>`,
    `<row>${text('Uno')}${date}${number(0.5, ' s="2"')}${number(7)}${length}${number(12.5, ' s="4"')}</row>`,
    `<row><c/>${date}<c/><c/><c/><c/></row>`,
  ])
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet.endsWith('</row></sheetData></worksheet>')).toBe(true)
})

test('a name with signs of XML is written with their names, and signs that XML cannot say are left out', async () => {
  const sheet = (await sheetOf(fromRows(COLUMNS, [['<R&D>\u0000\u001f\uffff ñ', 0, 0, 0, 0, 0]])))[SHEET]
  expect(sheet).toContain('<t xml:space="preserve">&lt;R&amp;D&gt; ñ</t>')
})

test('every row is there once, also beyond one lot and over several frames', async () => {
  const counted = Array.from({ length: 1002 }, (_, at) => at)
  const rows = counted.map((at) => [null, null, null, at, null, null])
  const [first, second] = [rows.slice(0, 1001), rows.slice(1001)].map((some) => fromRows(COLUMNS, some))
  const sheet = (await sheetOf(first!, second!))[SHEET] ?? ''
  expect([...sheet.matchAll(/<v>(\d+)<\/v>/g)].map(([, value]) => Number(value))).toEqual(counted)
})

test('an entry whose pieces fail has failed, and one that is read no further ends', async () => {
  const zip = zipWriter()
  const failing = (async function* () {
    yield 'a'
    throw new Error('the source broke')
  })()
  await expect(bytesOf(zip.entry('a.txt', failing))).rejects.toThrow('the source broke')
  const endless = (async function* () {
    for (let at = 0; at < 1e6; at++) yield 'x'.repeat(1000)
  })()
  for await (const _ of zipWriter().entry('b.txt', endless)) break
})

test('an entry of bytes, and one of nothing, are read back', async () => {
  const zip = zipWriter()
  const pieces = (async function* () {
    yield Uint8Array.of(104, 111)
    yield 'la'
  })()
  const first = await bytesOf(zip.entry('ñ.bin', pieces))
  const second = await bytesOf(zip.entry('empty', (async function* () {})()))
  expect(entriesOf(Buffer.concat([first, second, zip.end()]))).toEqual({ 'ñ.bin': 'hola', empty: '' })
})

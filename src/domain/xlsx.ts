/**
 * Writes a spreadsheet (Office Open XML) part by part, so that neither the server nor a page holds it: rows become XML,
 * are
 * deflated as they come and go into a zip whose sizes are behind each entry. Numbers, days, times and lengths are
 * real cells.
 */
import { isClock } from './download-csv.ts'
import { isNull } from './frame-build.ts'
import type { Column, Frame } from './frame.ts'
import { zipWriter } from './zip.ts'

const DAY_S = 86_400
/** Day 0 of a spreadsheet, counted from 1970-01-01. */
const EPOCH = 25_569
const STYLES = { plain: 0, day: 1, time: 2, length: 3, percent: 4, head: 5 } as const
/** So many rows are written at a time; between two batches other work runs. */
const LOT = 500

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const PARTS: readonly (readonly [name: string, text: string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ' +
      'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override ' +
      'PartName="/xl/styles.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override ' +
      'PartName="/xl/worksheets/sheet1.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" ` +
      'Target="xl/workbook.xml"/></Relationships>',
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Aforo" sheetId="1" ` +
      'r:id="rId1"/></sheets></workbook>',
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" ` +
      `Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" ` +
      'Target="styles.xml"/></Relationships>',
  ],
  [
    'xl/styles.xml',
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" ` +
      `formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="hh:mm:ss"/><numFmt numFmtId="166" ` +
      'formatCode="[hh]:mm:ss"/><numFmt numFmtId="167" formatCode="0.00"/></numFmts><fonts count="2"><font><sz ' +
      'val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills ' +
      'count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill ' +
      'patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs ' +
      'count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/>' +
      [164, 165, 166, 167].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('') +
      '<xf fontId="1" applyFont="1"/></cellXfs></styleSheet>',
  ],
]
const SHEET = 'xl/worksheets/sheet1.xml'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
// XML has no way to write most control characters.
const escaped = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
const textCell = (text: string, style: number) =>
  `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

function styleOf(column: Column): number {
  if (column.type === 'day') return STYLES.day
  if (column.id === 'time') return STYLES.time
  if (isClock(column)) return STYLES.length
  return column.unit === 'percent' ? STYLES.percent : STYLES.plain
}

/** Rows `from` to `to` as XML; cells are in order, so they need no address. An empty cell is written empty. */
function rowsAsXml({ columns, data }: Frame, from: number, to: number): string {
  const cells = columns.map((column, at): ((row: number) => string) => {
    const values = data[at]
    if (values === undefined) return () => '<c/>'
    if (values.kind === 'text') {
      const known = values.dictionary.map((text) => textCell(text, STYLES.plain))
      return (row) => known[values.codes[row] as number] ?? '<c/>'
    }
    const style = styleOf(column)
    const open = style === 0 ? '<c><v>' : `<c s="${style}"><v>`
    const isTime = style === STYLES.time || style === STYLES.length
    return (row) => {
      if (isNull(values, row)) return '<c/>'
      const value = values.values[row] as number
      return `${open}${style === STYLES.day ? value + EPOCH : isTime ? value / DAY_S : value}</v></c>`
    }
  })
  let text = ''
  for (let row = from; row < to; row++) {
    text += '<row>'
    for (const cell of cells) text += cell(row)
    text += '</row>'
  }
  return text
}

async function* sheetXml(columns: readonly Column[], frames: AsyncIterable<Frame>): AsyncGenerator<string> {
  yield (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" ` +
    'topLeftCell="A2" activePane="bottomLeft" ' +
    'state="frozen"/></sheetView></sheetViews><sheetData>' +
    `<row>${columns.map(({ id }) => textCell(id, STYLES.head)).join('')}</row>`
  )
  for await (const frame of frames) {
    for (let from = 0; from < frame.rows; from += LOT) yield rowsAsXml(frame, from, Math.min(from + LOT, frame.rows))
  }
  yield '</sheetData></worksheet>'
}

/** The file in pieces. All frames have these columns; at most 1,048,575 rows fit a sheet. */
export async function* writeXlsx(
  columns: readonly Column[],
  frames: AsyncIterable<Frame>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const zip = zipWriter()
  for (const [name, text] of PARTS) yield* zip.entry(name, once(text))
  yield* zip.entry(SHEET, sheetXml(columns, frames))
  yield zip.end()
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

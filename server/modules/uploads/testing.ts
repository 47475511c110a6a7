/** Workbooks, archives and forms made by hand, right ones and wrong ones. For tests only. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly data: string | Buffer
  readonly isStored?: boolean
  /** False values of the headers. */
  readonly lie?: {
    readonly size?: number
    readonly compressedSize?: number
    readonly flags?: number
    readonly mode?: number
    readonly offset?: number
  }
}

/** A zip archive; what the parts lie about is written as they say it. */
export function zipOf(parts: readonly ZipPart[], { directory = true }: { directory?: boolean } = {}): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { name, data, isStored = false, lie = {} } of parts) {
    const raw = Buffer.from(data)
    const body = isStored ? raw : deflateRawSync(raw)
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (lie.flags ?? 0), 2)
    common.writeUInt16LE(isStored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(raw), 10)
    common.writeUInt32LE(lie.compressedSize ?? body.length, 14)
    common.writeUInt32LE(lie.size ?? raw.length, 18)
    common.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, title, body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((lie.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(lie.offset ?? at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003', 'latin1'), common, tail, title]))
    bodies.push(local)
    at += local.length
  }
  const central = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat(directory ? [...bodies, central, end] : bodies)
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A cell: text, number, nothing, or XML of its own. */
export type TestCell = string | number | null | { readonly xml: string }
export interface TestSheet {
  readonly name: string
  readonly rows: readonly (readonly TestCell[])[]
  readonly state?: string
  readonly xml?: string
  readonly before?: string
  readonly after?: string
}

export const sheetXml = ({ rows, before = '', after = '' }: Pick<TestSheet, 'rows' | 'before' | 'after'>) => {
  const cellXml = (cell: TestCell, at: number, row: number) => {
    const place = `${String.fromCharCode(65 + at)}${row}`
    if (cell === null) return ''
    if (typeof cell === 'object') return cell.xml.replaceAll('@', place)
    return typeof cell === 'number'
      ? `<c r="${place}"><v>${cell}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  }
  const body = rows
    .map((cells, at) => `<row r="${at + 1}">${cells.map((cell, place) => cellXml(cell, place, at + 1)).join('')}</row>`)
    .join('')
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `${before}<sheetData>${body}</sheetData>${after}</worksheet>`
  )
}

const sheetEntry = ({ name, state }: TestSheet, at: number) =>
  `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"` +
  `${state === undefined ? '' : ` state="${state}"`}/>`
const relationship = (_: TestSheet, at: number) =>
  `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`

/** The parts of a workbook, to be changed before they are packed. */
export function workbookParts(
  sheets: readonly TestSheet[],
  { is1904 = false, texts }: { is1904?: boolean; texts?: readonly string[] } = {},
): ZipPart[] {
  return [
    {
      name: '[Content_Types].xml',
      data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    {
      name: 'xl/workbook.xml',
      data:
        `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="r"><workbookPr${is1904 ? ' date1904="1"' : ''}/>` +
        `<sheets>${sheets.map(sheetEntry).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships>${sheets.map(relationship).join('')}</Relationships>`,
    },
    ...(texts === undefined
      ? []
      : [
          {
            name: 'xl/sharedStrings.xml',
            data: `<sst>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
          },
        ]),
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, data: sheet.xml ?? sheetXml(sheet) })),
  ]
}

export const workbookOf = (sheets: readonly TestSheet[], options: Parameters<typeof workbookParts>[1] = {}): Buffer =>
  zipOf(workbookParts(sheets, options))

/** Day 0 of workbooks is 1899-12-30. */
export const serialOf = (date: string): number => Date.parse(date) / 86_400_000 + 25_569

const BOUNDARY = '----aforo-test'
export interface FormPart {
  readonly field: string
  readonly fileName?: string
  readonly data: string | Buffer
}

/** A form as a browser sends it. */
export function formOf(
  parts: readonly FormPart[],
  { boundary = BOUNDARY, end = true }: { boundary?: string; end?: boolean } = {},
): { payload: Buffer; headers: Record<string, string> } {
  const pieces = parts.map(({ field, fileName, data }) => {
    const file =
      fileName === undefined ? '\r\n' : `; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n`
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"${file}\r\n`),
      Buffer.from(data),
      Buffer.from('\r\n'),
    ])
  })
  return {
    payload: Buffer.concat([...pieces, Buffer.from(end ? `--${boundary}--\r\n` : '')]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export const formWith = (data: string | Buffer, fileName = 'datos.csv') => formOf([{ field: 'file', fileName, data }])

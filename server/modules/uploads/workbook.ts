/**
 * Reads the rows of sheets of an .xlsx, one row at a time and nothing else: no styles, no formulas, no hidden sheets.
 */
import { openArchive } from './archive.ts'
import type { Archive } from './archive.ts'
import { damaged, FILE_LIMITS, FileProblem, tooMuch } from '../../lib/file-problem.ts'
import { readXml } from './xml.ts'

/** A number, a text (also of an error, such as `#N/A`), or nothing. */
export type Cell = string | number | null

export interface Sheet {
  readonly name: string
  readonly part: string
}

export interface Workbook {
  /** Those that can be seen, in their order. */
  readonly sheets: readonly Sheet[]
  /** Day 0 is 1904-01-01 and not 1899-12-30. */
  readonly is1904: boolean
  rows(sheet: Sheet, take: (row: number, cells: readonly Cell[]) => void): Promise<void>
  close(): void
}

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const TEXTS = 'xl/sharedStrings.xml'

/** @throws {FileProblem} */
export async function openWorkbook(path: string): Promise<Workbook> {
  const archive = await openArchive(path)
  try {
    if (!archive.has(WORKBOOK))
      throw new FileProblem('UPLOAD_NOT_WORKBOOK', 'This is no Excel workbook (.xlsx): it has no xl/workbook.xml.', {
        what: 'no xl/workbook.xml',
      })
    const { sheets, is1904 } = await readSheets(archive)
    let texts: readonly string[] | null = null
    return {
      sheets,
      is1904,
      async rows(sheet, take) {
        texts ??= archive.has(TEXTS) ? await readTexts(archive) : []
        await readRows(archive, sheet.part, texts, take)
      },
      close: archive.close,
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

async function readSheets(archive: Archive): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const parts = new Map<string, string>()
  await readXml(archive, RELATIONS, {
    open(name, attribute) {
      const [id, target] = [attribute('Id'), attribute('Target')]
      if (name === 'Relationship' && id !== undefined && target !== undefined)
        parts.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
    text: () => undefined,
    close: () => undefined,
  })
  const sheets: Sheet[] = []
  let is1904 = false
  let root: string | null = null
  await readXml(archive, WORKBOOK, {
    open(name, attribute) {
      root ??= name
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name !== 'sheet' || ['hidden', 'veryHidden'].includes(attribute('state') ?? '')) return
      const part = parts.get(attribute('r:id') ?? attribute('id') ?? '')
      if (part === undefined || !archive.has(part))
        throw damaged(`the sheet ${(attribute('name') ?? '').slice(0, 40)} leads nowhere`)
      sheets.push({ name: attribute('name') ?? '', part })
    },
    text: () => undefined,
    close: () => undefined,
  })
  if (root !== 'workbook') throw damaged(`${WORKBOOK} is no workbook`)
  return { sheets, is1904 }
}

/** Texts are written once and named by their number. Phonetic readings (`rPh`) are no part of them. */
async function readTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = []
  let now = ''
  let isText = false
  let isReading = false
  await readXml(archive, TEXTS, {
    open(name) {
      if (name === 'si') now = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text(piece) {
      if (!isText) return
      now += piece
      if (now.length > FILE_LIMITS.textLength)
        throw tooMuch('a text of more than 32,768 characters', '32,768 characters')
    },
    close(name) {
      isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      if (texts.length >= FILE_LIMITS.texts) throw tooMuch('more than 65,536 different texts', '65,536 texts')
      texts.push(now)
    },
  })
  return texts
}

/** 0 for `A7`, 27 for `AB7`; null for what is no place of a cell. */
function columnOf(place: string): number | null {
  const letters = /^([A-Z]{1,3})[1-9]\d{0,6}$/.exec(place)?.[1]
  return letters === undefined
    ? null
    : letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

async function readRows(
  archive: Archive,
  part: string,
  texts: readonly string[],
  take: (row: number, cells: readonly Cell[]) => void,
): Promise<void> {
  let row = 0
  let cells: Cell[] = []
  let column = -1
  let type = 'n'
  let value: string | null = null
  let inValue = false
  let root: string | null = null
  await readXml(archive, part, {
    open(name, attribute) {
      root ??= name
      if (name === 'row') {
        const r = Number(attribute('r') ?? row + 1)
        if (!Number.isInteger(r) || r <= row || r > FILE_LIMITS.rows)
          throw damaged(`row ${String(attribute('r')).slice(0, 20)} is out of order`)
        ;[row, cells, column] = [r, [], -1]
      } else if (name === 'c') {
        const place = attribute('r')
        const at = place === undefined ? column + 1 : columnOf(place)
        if (at === null) throw damaged(`${String(place).slice(0, 20)} is no place of a cell`)
        ;[column, type, value] = [at, attribute('t') ?? 'n', null]
      }
      inValue = (name === 'v' && type !== 'inlineStr') || (name === 't' && type === 'inlineStr')
    },
    text(piece) {
      if (!inValue) return
      value = (value ?? '') + piece
      if (value.length > FILE_LIMITS.textLength)
        throw tooMuch('a text of more than 32,768 characters', '32,768 characters')
    },
    close(name) {
      inValue = false
      if (name === 'c' && value !== null && column < FILE_LIMITS.columns) {
        while (cells.length < column) cells.push(null)
        cells[column] = valueOf(type, value, texts)
      } else if (name === 'row') take(row, cells)
    },
  })
  if (root !== 'worksheet') throw damaged(`${part} is no sheet`)
}

function valueOf(type: string, value: string, texts: readonly string[]): Cell {
  if (type === 's') {
    const text = texts[Number(value)]
    if (text === undefined) throw damaged(`there is no text ${value.slice(0, 20)}`)
    return text
  }
  if (type !== 'n') return value
  const number = Number(value)
  return value.trim() !== '' && Number.isFinite(number) ? number : value
}

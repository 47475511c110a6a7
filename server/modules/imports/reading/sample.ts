/** The first lines of a file, and the format that they show. */
import { ATOM_COLUMNS } from '../../../facts/columns.ts'
import { textOf } from './cells.ts'
import { delimiterOf } from './rows.ts'
import { ImportError } from './import-error.ts'
import { fold } from './names.ts'
import type { Preset } from './preset.ts'
import type { SourceFile } from './read-files.ts'
import { readRows, type Row } from './rows.ts'
import { streamText } from './text-stream.ts'
import type { DateOrder } from './timestamp.ts'

export interface Sample extends SourceFile {
  readonly file: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly separator: ',' | ';' | '\t' | '|'
}

const ROWS = 2000
/** How much of a file is scanned for a day above 12, which shows the order of its dates. */
const BYTES = 64 * 1024 * 1024

/** @throws {ImportError} what `streamText` and `readRows` throw of the beginning of a file */
export async function sampleOf({ path, name }: SourceFile, separator: string | undefined): Promise<Sample> {
  const rows: string[][] = []
  let head = ''
  await readSome(
    { path, name },
    separator,
    (row) => {
      rows.push(cellsOf(row))
      return rows.length <= ROWS
    },
    (block) => {
      if (head === '') head = block.toString('latin1', 0, 20_000)
    },
  )
  const [header = [], ...body] = rows
  return {
    path,
    name,
    file: name,
    header: header.map((cell) => cell.trim()),
    rows: body,
    separator: (separator ?? delimiterOf(head)) as Sample['separator'],
  }
}

/** Reads rows until `onRow` says that it is enough. Errors behind that are ignored. */
async function readSome(
  { path, name }: SourceFile,
  separator: string | undefined,
  onRow: (row: Row) => boolean,
  onBlock: (block: Buffer) => void = () => undefined,
): Promise<void> {
  let [enough, any, bytes] = [false, false, 0]
  async function* some(): AsyncGenerator<Buffer> {
    for await (const block of streamText(path, name).blocks) {
      onBlock(block)
      bytes += block.length
      yield block
      if (enough || bytes > BYTES) return
    }
  }
  await readRows(
    some(),
    name,
    (row) => {
      any = true
      if (!enough && !onRow(row)) enough = true
    },
    separator,
  ).catch((error: unknown) => {
    // The whole file is read, and refused, when its turn comes.
    if (!any) throw error
  })
}

const cellsOf = ({ buffer, starts, ends, length }: Row) =>
  Array.from({ length }, (_, c) => textOf(buffer, starts[c]!, ends[c]!))

const columnOf = ({ header }: Pick<Sample, 'header'>, names: readonly string[] | undefined) =>
  names?.map((name) => header.findIndex((column) => fold(column) === fold(name))).find((at) => at >= 0) ?? -1

const SLASHED = /^\s*(\d{1,2})[-/. ](\d{1,2})[-/. ]\d{2,4}/

/**
 * The order of dates such as 02/06/2014 in these files: a number above twelve decides. Null when no date is written so.
 *
 * @throws {ImportError} IMPORT_DATES_UNCLEAR when no line decides it, or lines contradict each other
 */
export async function dateOrderOf(samples: readonly Sample[], preset: Preset): Promise<DateOrder | null> {
  let [dmy, mdy, unclear] = ['', '', '']
  for (const sample of samples) {
    const at = columnOf(sample, preset.columns.time)
    if (at < 0 || !sample.rows.some((row) => SLASHED.test(row[at] ?? ''))) continue
    let line = 0
    await readSome(sample, preset.separator, ({ buffer, starts, ends, length, line: of }) => {
      line = of
      const match = at < length ? SLASHED.exec(textOf(buffer, starts[at]!, ends[at]!)) : null
      if (match === null) return true
      const where = `${sample.file}:${line}  ${match.input.trim().slice(0, 60)}`
      if (Number(match[1]) > 12) dmy ||= where
      else if (Number(match[2]) > 12) mdy ||= where
      else unclear ||= where
      return dmy === '' || mdy === ''
    })
  }
  if (dmy !== '' && mdy === '') return 'dmy'
  if (mdy !== '' && dmy === '') return 'mdy'
  if (dmy === '' && unclear === '') return null
  throw new ImportError(
    'IMPORT_DATES_UNCLEAR',
    dmy !== ''
      ? 'Some dates have the day first and some the month. Say which order the others have (--date-order dmy or ' +
          'mdy); those that do not fit are quarantined.'
      : 'Nothing tells whether the day or the month comes first in the dates: no number is above twelve. Say ' +
          '--date-order dmy or mdy. Nothing was loaded.',
    [dmy, mdy, unclear].filter(Boolean),
  )
}

/** The decimal sign of the counts; null when they are written without any. */
export const decimalOf = (samples: readonly Sample[], { columns: { atoms } }: Preset): ',' | '.' | null =>
  decimalIn(
    samples,
    ATOM_COLUMNS.map((atom) => atoms[atom]),
  )

/** The same of columns that have one of these names each. */
export function decimalIn(
  samples: readonly Pick<Sample, 'header' | 'rows'>[],
  columns: readonly (readonly string[] | undefined)[],
): ',' | '.' | null {
  let [comma, point] = [0, 0]
  for (const sample of samples) {
    for (const names of columns) {
      const at = columnOf(sample, names)
      if (at < 0) continue
      for (const row of sample.rows) {
        const cell = (row[at] ?? '').trim()
        // People are whole: three digits behind a sign are thousands, when one to three precede it; other
        // numbers of them are a fraction.
        if (/^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$|^\d+,(\d{1,2}|\d{4,})$|^(0|\d{4,}),000$/.test(cell)) comma += 1
        else if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$|^\d+\.(\d{1,2}|\d{4,})$|^(0|\d{4,})\.000$/.test(cell)) point += 1
      }
    }
  }
  return comma > point ? ',' : point > 0 ? '.' : null
}

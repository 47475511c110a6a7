/**
 * From the files that people have to files of separated values: archives are unpacked, workbooks and Parquet files are
 * written out, one line a row.
 */
import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { open as openZip, type Entry, type ZipFile } from 'yauzl'
import type { ImportFile } from '#schemas/generated/entities/import.ts'
import { FileProblem } from '../../../lib/file-problem.ts'
import { openWorkbook } from '../../uploads/workbook.ts'
import type { Sheet, Workbook } from '../../uploads/workbook.ts'
import { ImportError } from './import-error.ts'
import type { SourceFile } from './read-files.ts'
import type { Refusals } from './refusals.ts'
import { createSheetText } from './sheet-text.ts'

export interface TextFile extends SourceFile {
  readonly kind: ImportFile['kind']
  /** Sheets of a workbook that can be seen. */
  readonly sheets: readonly string[]
  /** The sheet that was read. */
  readonly sheet: string | null
}

export interface FilesOptions {
  /** Where what is unpacked is put. */
  readonly folder: string
  /** Sheet of a workbook; the first one with rows when left out. */
  readonly sheet?: string | null
  /** Columns that are known to hold dates, by hand. */
  readonly dates?: readonly string[]
}

/** Files of one import, those in archives counted. */
const MAX_FILES = 100
/** Unpacked, of one archive: a hundred million lines are a tenth of it. */
const MAX_BYTES = 32_000_000_000
/** Text of counts packs to a fiftieth; what packs to less than a thousandth is no file of counts. */
const MAX_RATIO = 1000
const RATIO_FROM_BYTES = 10_000_000
const PARQUET_MEMORY = '192MB'

/**
 * @param attempt takes the refusal of one file, so that the others are looked at; by default it is thrown
 * @returns the files in their order, those of an archive in the place of it
 * @throws {ImportError} FILE_NOT_FOUND, FILE_NOT_TEXT, FILE_TOO_LARGE, FILE_EMPTY
 */
export async function textFiles(
  files: readonly SourceFile[],
  options: FilesOptions,
  attempt: Refusals['attempt'] = (_file, job) => job(),
): Promise<TextFile[]> {
  const found: TextFile[] = []
  for (const file of files)
    await attempt(file.name, async () => {
      for (const one of await unpacked(file, options, found.length))
        found.push(await asText(one, options, found.length))
    })
  return found
}

/** The type of a file by its first bytes. */
async function headOf({ path, name }: SourceFile): Promise<'zip' | 'parquet' | 'text'> {
  const handle = await open(path).catch((cause: unknown) => {
    throw new ImportError('FILE_NOT_FOUND', `${name} could not be read.`, [], { cause })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    const head = buffer.toString('latin1', 0, bytesRead)
    return head.startsWith('PK') ? 'zip' : head === 'PAR1' ? 'parquet' : 'text'
  } catch (cause) {
    throw new ImportError('FILE_NOT_FOUND', `${name} is no file.`, [], { cause })
  } finally {
    await handle.close()
  }
}

type Packed = SourceFile & { readonly kind: ImportFile['kind'] }

async function unpacked(file: SourceFile, { folder }: FilesOptions, before: number): Promise<Packed[]> {
  const head = await headOf(file)
  if (head !== 'zip') return [{ ...file, kind: head === 'parquet' ? 'parquet' : 'csv' }]
  const zip = await zipOf(file)
  try {
    const entries = await entriesOf(zip, file)
    if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml' || fileName === '[Content_Types].xml'))
      return [{ ...file, kind: 'xlsx' }]
    const wanted = entries.filter(
      ({ fileName }) => !fileName.endsWith('/') && !/(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/i.test(fileName),
    )
    if (wanted.length === 0) throw new ImportError('FILE_EMPTY', `${file.name} is an archive without files.`)
    if (before + wanted.length > MAX_FILES)
      throw new ImportError(
        'FILE_TOO_LARGE',
        `${file.name} has ${wanted.length} files; at most ${MAX_FILES} are read at once. Split it.`,
      )
    const made: Packed[] = []
    for (const [i, entry] of wanted.entries()) {
      const path = join(folder, `unpacked-${before + i}`)
      await extract(zip, entry, path, file)
      const one = { path, name: `${file.name}/${entry.fileName.split('/').at(-1)!}`.slice(-200) }
      const inner = await headOf(one)
      if (inner === 'zip' && !(await isWorkbook(one)))
        throw new ImportError(
          'FILE_NOT_TEXT',
          `${file.name} has an archive inside (${entry.fileName}); unpack that one first.`,
          [`${file.name}: ${entry.fileName}`],
        )
      made.push({ ...one, kind: inner === 'zip' ? 'xlsx' : inner === 'parquet' ? 'parquet' : 'csv' })
    }
    return made
  } finally {
    zip.close()
  }
}

const zipOf = (file: SourceFile): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    openZip(file.path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error !== null || zip === undefined) reject(damaged(file, error))
      else resolve(zip)
    })
  })

const damaged = ({ name }: SourceFile, cause: unknown) =>
  new ImportError(
    'FILE_NOT_TEXT',
    `${name} is a damaged archive${cause instanceof Error ? `: ${cause.message.slice(0, 100)}` : ''}.`,
    [name],
    { cause },
  )

function entriesOf(zip: ZipFile, file: SourceFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      // A workbook has more parts than an archive may have files.
      if (entries.length > MAX_FILES * 10)
        return reject(new ImportError('FILE_TOO_LARGE', `${file.name} has more than ${MAX_FILES * 10} parts.`))
      if (entry.isEncrypted())
        return reject(
          new ImportError('FILE_NOT_TEXT', `${file.name} has a password; save it without one.`, [file.name]),
        )
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error) => reject(damaged(file, error)))
    zip.readEntry()
  })
}

async function isWorkbook(file: SourceFile): Promise<boolean> {
  const zip = await zipOf(file)
  try {
    return (await entriesOf(zip, file)).some(({ fileName }) => fileName === 'xl/workbook.xml')
  } finally {
    zip.close()
  }
}

/** Sizes are counted while they are unpacked, never believed. */
async function extract(zip: ZipFile, entry: Entry, path: string, file: SourceFile): Promise<void> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => {
      if (error !== null || found === undefined) reject(damaged(file, error))
      else resolve(found)
    })
  })
  let bytes = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (bytes > MAX_BYTES)
        done(
          new ImportError(
            'FILE_TOO_LARGE',
            `${entry.fileName} of ${file.name} is larger than ${MAX_BYTES / 1e9} GB when it is unpacked; split it.`,
          ),
        )
      else if (bytes > RATIO_FROM_BYTES && bytes > entry.compressedSize * MAX_RATIO)
        done(
          new ImportError(
            'FILE_TOO_LARGE',
            `${entry.fileName} of ${file.name} unpacks to more than ${MAX_RATIO} times its size; no file of counts ` +
              'does.',
          ),
        )
      else done(null, piece)
    },
  })
  try {
    await pipeline(stream, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if (error instanceof ImportError || (error as { code?: string }).code === 'ENOSPC') throw error
    throw damaged(file, error)
  }
}

async function asText(file: Packed, options: FilesOptions, number: number): Promise<TextFile> {
  if (file.kind === 'parquet')
    return {
      ...file,
      path: await parquetText(file, join(options.folder, `rows-${number}.csv`)),
      sheets: [],
      sheet: null,
    }
  if (file.kind !== 'xlsx') return { ...file, sheets: [], sheet: null }
  const path = join(options.folder, `rows-${number}.csv`)
  try {
    const workbook = await openWorkbook(file.path)
    try {
      const sheet = await writeSheet(workbook, file, path, options)
      return { ...file, path, sheets: workbook.sheets.map(({ name }) => name), sheet }
    } finally {
      workbook.close()
    }
  } catch (error) {
    if (error instanceof FileProblem)
      throw new ImportError('FILE_NOT_TEXT', `${file.name}: ${error.message}`, [file.name], { cause: error })
    throw error
  }
}

async function writeSheet(
  workbook: Workbook,
  { name }: SourceFile,
  path: string,
  { sheet: wanted, dates = [] }: FilesOptions,
): Promise<string> {
  const chosen =
    wanted == null
      ? workbook.sheets
      : workbook.sheets.filter((sheet) => sheet.name.trim().toLowerCase() === wanted.trim().toLowerCase())
  if (chosen.length === 0) {
    throw new ImportError(
      'FILE_SHEET_MISSING',
      `${name} has the sheets ${
        workbook.sheets
          .map((sheet) => sheet.name)
          .join(', ')
          .slice(0, 300) || 'none'
      }; ${JSON.stringify(wanted ?? 'one')} was expected.`,
    )
  }
  for (const sheet of chosen) if (await write(workbook, sheet, path, dates)) return sheet.name
  throw new ImportError(
    'FILE_EMPTY',
    `${name} has no rows in ${chosen
      .map((sheet) => sheet.name)
      .join(', ')
      .slice(0, 300)}; a header and at least one row were expected.`,
  )
}

/** False when the sheet has no header with two columns. */
async function write(workbook: Workbook, sheet: Sheet, path: string, dates: readonly string[]): Promise<boolean> {
  const handle = await open(path, 'w', 0o600)
  const pending: Promise<unknown>[] = []
  const text = createSheetText({
    is1904: workbook.is1904,
    dates,
    write: (piece) => {
      pending.push(handle.appendFile(piece))
    },
  })
  try {
    await workbook.rows(sheet, text.row)
    text.end()
    for (const one of pending) await one
    return text.hasRows()
  } finally {
    await handle.close()
  }
}

async function parquetText(file: SourceFile, path: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: PARQUET_MEMORY,
    threads: '2',
    temp_directory: `${path}.spill`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const connection = await instance.connect()
  try {
    await connection.run("SET TimeZone = 'UTC'")
    await connection.run(
      `COPY (FROM read_parquet($1)) TO '${path.replaceAll("'", "''")}' (FORMAT csv, HEADER, DELIMITER ',',
        TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%S', DATEFORMAT '%Y-%m-%d')`,
      [file.path],
    )
    if ((await stat(path)).size === 0) throw new ImportError('FILE_EMPTY', `${file.name} has no columns.`)
    return path
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(
      'FILE_NOT_TEXT',
      `${file.name} is a Parquet file that cannot be read: ` +
        (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 200),
      [file.name],
      { cause: error },
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

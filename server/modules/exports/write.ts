/**
 * Writes the file of an export: lot by lot from one snapshot of the facts, so that no more than a lot is in memory,
 * what is written adds up, and the sums beside it are those of the same moment. The statements and the files are
 * DuckDB's, and wait for their turn as questions of the owner's tenant do; text is compressed on its way to the disk.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { disarmed } from '#domain/csv'
import { exportColumns, exportFileName, SHEET_MAX_ROWS, type ExportFormat } from '#domain/export'
import type { Column, Frame } from '#domain/frame'
import { encodeNumbers, encodeText } from '#domain/frame-build'
import { writeXlsx } from '#domain/xlsx'
import { diskSpace } from '../../lib/disk-space.ts'
import {
  isNumber,
  type Days,
  type ExportFacts,
  type ExportRows,
  type ExportSnapshot,
  type ExportSum,
} from '../../facts/exports.ts'
import { ExportError } from './failure.ts'

/** Rows that are in memory at a time, about. */
const LOT_ROWS = 100_000
/**
 * Half the time of the usual level for a file that is a twentieth larger (measured on 22 MB: 131 and 277 ms, 4.3 and
 * 4.1 MB).
 */
const GZIP_LEVEL = 4
/** A spreadsheet is made of JavaScript values, which take more room. */
const SHEET_LOT_ROWS = 10_000

export interface WriteOptions {
  readonly begin: string
  readonly end: string
  readonly format: ExportFormat
  /** An empty folder among those that the facts may write to. */
  readonly folder: string
  /** Limits of the file. */
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly onProgress: (rows: number, totalRows: number) => void
}

export interface Written {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  readonly sums: readonly ExportSum[]
}

/**
 * Throws ExportError EXPORT_TOO_MANY_ROWS, EXPORT_QUOTA_EXCEEDED, EXPORT_DISK_FULL; what the signal was aborted with.
 */
export async function writeExport(
  facts: Pick<ExportFacts, 'snapshot'>,
  requested: ExportRows,
  options: WriteOptions,
): Promise<Written> {
  const { format, signal } = options
  const of = format === 'csv' ? withoutFormulas(requested) : requested
  try {
    return await facts.snapshot(of, signal, (source) => writeFrom(source, of, options))
  } catch (error) {
    signal.throwIfAborted()
    throw format === 'xlsx' || !isDiskFull(error) ? error : diskFull()
  }
}

/** A spreadsheet that opens a file of text takes such a name for a formula. */
const withoutFormulas = (of: ExportRows): ExportRows => ({
  ...of,
  locals: of.locals.map((local) => ({
    ...local,
    clientName: disarmed(local.clientName),
    localName: disarmed(local.localName),
    localCode: disarmed(local.localCode),
  })),
  areas: of.areas.map((area) => ({ ...area, areaName: disarmed(area.areaName) })),
})

const isDiskFull = (error: unknown) =>
  error instanceof Error && /no space|disk full|ENOSPC|file too large/i.test(error.message)
const diskFull = () =>
  new ExportError('EXPORT_DISK_FULL', 'The disk of the server has too little space left for this file.')

async function writeFrom(source: ExportSnapshot, of: ExportRows, options: WriteOptions): Promise<Written> {
  const { begin, end, format, folder, maxBytes, signal, onProgress } = options
  const perDay = await source.rowsOfDays()
  const total = [...perDay.values()].reduce((sum, rows) => sum + rows, 0)
  if (format === 'xlsx' && total > SHEET_MAX_ROWS) {
    throw new ExportError(
      'EXPORT_TOO_MANY_ROWS',
      `The file would have ${total} rows; a spreadsheet holds at most ${SHEET_MAX_ROWS}. Choose CSV or Parquet, or ` +
        'fewer days.',
      { rows: total, most: SHEET_MAX_ROWS },
    )
  }
  onProgress(0, total)

  let rows = 0
  const sums = new Map<string, ExportSum>()
  const done = async (days: Days, bytes: number): Promise<void> => {
    signal.throwIfAborted()
    for (const sum of await source.sumsOf(days)) add(sums, sum)
    for (let day = days.from; day <= days.to; day++) rows += perDay.get(day) ?? 0
    onProgress(rows, total)
    if (bytes > maxBytes)
      throw new ExportError(
        'EXPORT_QUOTA_EXCEEDED',
        `The file has more than the ${Math.floor(maxBytes / 1e6)} MB that are left of the space of this account. ` +
          'Remove an export, or choose fewer days.',
        { megabytes: Math.floor(maxBytes / 1e6) },
      )
    if (!(await diskSpace(folder)).enough) throw diskFull()
  }

  const name = exportFileName({ begin, end, grain: of.grain, format })
  const lots = lotsOf(of, perDay, format === 'xlsx' ? SHEET_LOT_ROWS : LOT_ROWS)
  const work = { source, of, lots, folder, path: join(folder, name), signal, done }
  const { bytes, sha256 } = await (format === 'parquet' ? parquet(work) : stream(work, format))
  if (bytes > maxBytes) await done({ from: 0, to: -1 }, bytes)
  return { name, rows, bytes, sha256, sums: [...sums.values()] }
}

function add(sums: Map<string, ExportSum>, sum: ExportSum): void {
  const key = `${sum.client} ${sum.traffic} ${sum.outside}`
  const before = sums.get(key)
  const plus = (a: number | null | undefined, b: number | null) =>
    a === null || a === undefined ? b : b === null ? a : a + b
  sums.set(
    key,
    before === undefined
      ? sum
      : {
          ...sum,
          rows: before.rows + sum.rows,
          sums: Object.fromEntries(Object.entries(sum.sums).map(([id, value]) => [id, plus(before.sums[id], value)])),
        },
  )
}

/** Days that are written at a time. There is at least one, so that a file without rows has its names. */
function lotsOf({ from, to }: Days, perDay: ReadonlyMap<number, number>, most: number): Days[] {
  const lots: Days[] = []
  let [first, rows] = [from, 0]
  for (let day = from; day <= to; day++) {
    const more = perDay.get(day) ?? 0
    if (rows > 0 && rows + more > most) {
      lots.push({ from: first, to: day - 1 })
      first = day
      rows = 0
    }
    rows += more
  }
  return [...lots, { from: first, to }]
}

interface Work {
  readonly source: ExportSnapshot
  readonly of: ExportRows
  readonly lots: readonly Days[]
  readonly folder: string
  readonly path: string
  readonly signal: AbortSignal
  /** After each lot. @param bytes of the file so far */
  readonly done: (days: Days, bytes: number) => Promise<void>
}

interface File {
  readonly bytes: number
  readonly sha256: string
}

/** Counts and hashes what passes. */
function meter(hash: Hash): { readonly through: Transform; bytes(): number } {
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      hash.update(chunk)
      next(null, chunk)
    },
  })
  return { through, bytes: () => bytes }
}

async function stream(work: Work, format: 'csv' | 'xlsx'): Promise<File> {
  const hash = createHash('sha256')
  const { through, bytes } = meter(hash)
  const out = createWriteStream(work.path, { mode: 0o600, flush: true })
  const signal = { signal: work.signal }
  if (format === 'csv')
    await pipeline(
      Readable.from(csv(work, bytes), { objectMode: false }),
      createGzip({ level: GZIP_LEVEL }),
      through,
      out,
      signal,
    )
  else await pipeline(Readable.from(sheet(work, bytes), { objectMode: false }), through, out, signal)
  return { bytes: bytes(), sha256: hash.digest('hex') }
}

async function* csv({ source, lots, folder, done }: Work, bytes: () => number): AsyncGenerator<Buffer> {
  const part = join(folder, 'lot.csv')
  for (const [i, days] of lots.entries()) {
    await source.writeText(days, part, i === 0)
    yield* createReadStream(part) as AsyncIterable<Buffer>
    await rm(part)
    await done(days, bytes())
  }
}

async function* sheet({ source, of, lots, done }: Work, bytes: () => number): AsyncGenerator<Uint8Array> {
  const shown = exportColumns(of.grain, of.measures)
  const columns = shown.map((column): Column => ({
    id: column.id,
    role: 'dim',
    type: !isNumber(column) ? 'text' : column.kind === 'day' ? 'day' : 'float',
  }))
  async function* frames(): AsyncGenerator<Frame> {
    for (const days of lots) {
      const values = await source.cells(days)
      const data = shown.map((column, i) =>
        isNumber(column)
          ? encodeNumbers((values[i] ?? []) as (number | null)[])
          : encodeText((values[i] ?? []) as (string | null)[]),
      )
      yield { columns, data, rows: values[0]?.length ?? 0 }
      await done(days, bytes())
    }
  }
  yield* writeXlsx(columns, frames())
}

/** A file with types is written in one piece, so its lots are files until then. */
async function parquet({ source, lots, folder, path, signal, done }: Work): Promise<File> {
  const parts: string[] = []
  let size = 0
  for (const [i, days] of lots.entries()) {
    const part = join(folder, `lot-${i}.parquet`)
    await source.writeTyped(days, part)
    parts.push(part)
    size += (await stat(part)).size
    await done(days, size)
  }
  if (parts.length === 1) await rename(parts[0] as string, path)
  else {
    await source.joinTyped(parts, path)
    for (const part of parts) await rm(part)
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer)
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
    return { bytes: (await file.stat()).size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

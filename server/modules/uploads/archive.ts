/**
 * A zip file that is not trusted. Sizes are counted while they are unpacked, never believed; only what is asked for is
 * unpacked, and nothing is ever written.
 */
import { fromFd } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { open } from 'node:fs/promises'
import { damaged, FILE_LIMITS, FileProblem, RATIO_FROM_BYTES, tooMuch } from '../../lib/file-problem.ts'

const SYMLINK = 0o120000
const KIND_OF_FILE = 0o170000

export interface Archive {
  has(name: string): boolean
  /** The bytes of one entry, a piece at a time. Throws FileProblem when there is none, and when it grows too large. */
  read(name: string, take: (bytes: Buffer) => void): Promise<void>
  close(): void
}

/** @throws {FileProblem} UPLOAD_NOT_WORKBOOK, UPLOAD_DAMAGED, UPLOAD_TOO_MUCH */
export async function openArchive(path: string): Promise<Archive> {
  await requireZip(path)
  const zip = await openZip(path)
  try {
    const entries = await entriesOf(zip)
    refuseTricks([...entries.values()])
    let unpacked = 0
    return {
      has: (name) => entries.has(name),
      close: () => zip.close(),
      async read(name, take) {
        const entry = entries.get(name)
        if (entry === undefined) throw damaged(`the part ${name} is not there`)
        await drain(zip, entry, (bytes, ofEntry) => {
          unpacked += bytes.length
          if (unpacked > FILE_LIMITS.unpackedBytes) throw tooMuch('more than 200 MB when unpacked', '200 MB')
          if (ofEntry > RATIO_FROM_BYTES && ofEntry > entry.compressedSize * FILE_LIMITS.ratio)
            throw tooMuch(
              `${name} unpacks to more than ${FILE_LIMITS.ratio} times its size`,
              `${FILE_LIMITS.ratio} times`,
            )
          take(bytes)
        })
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const notWorkbook = (what: string) =>
  new FileProblem('UPLOAD_NOT_WORKBOOK', `This is no Excel workbook (.xlsx): ${what}.`, { what })

async function requireZip(path: string): Promise<void> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(8)
    const { bytesRead } = await file.read(head, 0, 8, 0)
    if (bytesRead === 0) throw new FileProblem('UPLOAD_EMPTY', 'The file is empty.')
    // The container of .xls, and of any workbook with a password.
    if (head.readUInt32BE(0) === 0xd0cf11e0)
      throw notWorkbook('an old .xls, or one with a password; save it as .xlsx without one')
    if (head.readUInt16BE(0) !== 0x504b) throw notWorkbook('another kind of file')
  } finally {
    await file.close()
  }
}

async function openZip(path: string): Promise<ZipFile> {
  const { openSync, closeSync } = await import('node:fs')
  const fd = openSync(path, 'r')
  return new Promise((resolve, reject) => {
    fromFd(fd, { lazyEntries: true, autoClose: false, strictFileNames: true, decodeStrings: true }, (error, zip) => {
      if (error === null && zip !== undefined) return resolve(zip)
      closeSync(fd)
      reject(damaged(wordsOf(error)))
    })
  })
}

const wordsOf = (error: unknown) =>
  error instanceof Error ? error.message.slice(0, 120) : 'the archive cannot be read'

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > FILE_LIMITS.entries) throw tooMuch(`${zip.entryCount} parts`, `${FILE_LIMITS.entries} parts`)
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) return reject(damaged(`the part ${entry.fileName.slice(0, 60)} is there twice`))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error) => reject(damaged(wordsOf(error))))
    zip.readEntry()
  })
}

function refuseTricks(entries: readonly Entry[]): void {
  if (entries.some((entry) => entry.isEncrypted())) throw notWorkbook('it has a password; save it without one')
  if (entries.some(({ externalFileAttributes }) => ((externalFileAttributes >>> 16) & KIND_OF_FILE) === SYMLINK))
    throw damaged('it holds a link')
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > FILE_LIMITS.unpackedBytes)
    throw tooMuch('more than 200 MB when unpacked', '200 MB')
  // Entries that share their bytes make a small file large without a high ratio of any of them.
  const byPlace = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  const overlapping = byPlace.find(
    (entry, at) =>
      at > 0 &&
      byPlace[at - 1]!.relativeOffsetOfLocalHeader + 30 + byPlace[at - 1]!.compressedSize >
        entry.relativeOffsetOfLocalHeader,
  )
  if (overlapping !== undefined) throw damaged('its parts overlap')
}

function drain(zip: ZipFile, entry: Entry, take: (bytes: Buffer, ofEntry: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => reject(error instanceof FileProblem ? error : damaged(wordsOf(error)))
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null || stream === undefined) return refuse(error)
      let size = 0
      stream.on('data', (bytes: Buffer) => {
        size += bytes.length
        try {
          take(bytes, size)
        } catch (problem) {
          stream.destroy()
          refuse(problem)
        }
      })
      stream.on('error', refuse)
      stream.on('end', resolve)
    })
  })
}

/**
 * One archive of the audit log as a file: gzip of JSON lines, a head and then the entries. Readable without this
 * product.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { syncPath } from '../../lib/sync-path.ts'
import { writeSynced } from '../../lib/write-synced.ts'

const FORMAT = 1
/** No archive unpacks to more: they are made of 8 MB at most, and of one entry beyond that. */
const MAX_TEXT_BYTES = 64 * 1024 ** 2
const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

export interface ArchivedEntry {
  readonly id: number
  /** Epoch ms. */
  readonly at: number
  readonly user: number | null
  /** The name of the account when the archive was made. */
  readonly username: string | null
  readonly action: string
  readonly target: string
  /** JSON text exactly as it was stored: the hash covers it. */
  readonly details: string
  readonly hash: string
}

/** The catalog's record of an archive. */
export interface AuditArchive {
  readonly name: string
  readonly firstId: number
  readonly lastId: number
  readonly entries: number
  /** Hash of the entry before the first, and of the last. */
  readonly previous: string
  readonly head: string
  readonly fromAt: number
  readonly toAt: number
  readonly bytes: number
  /** Of the file, hex. */
  readonly sha256: string
}

/** Gives the entries of an archive, or why it is not the one that was sealed. */
export type ReadArchive = (archive: AuditArchive) => Promise<readonly ArchivedEntry[] | { readonly why: string }>

const NAME = /^audit-(\d+)-(\d+)\.jsonl\.gz$/
const padded = (id: number) => String(id).padStart(9, '0')
/** Sorts by the first entry. */
const archiveName = (first: number, last: number) => `audit-${padded(first)}-${padded(last)}.jsonl.gz`
/** The first and the last entry by the name of the file; null for another file. */
export function rangeIn(name: string): { readonly first: number; readonly last: number } | null {
  const [, first, last] = NAME.exec(name) ?? []
  return first === undefined ? null : { first: Number(first), last: Number(last) }
}
export const PART = '.part'
/** Where they are. */
export const archivesIn = (dataDir: string) => join(dataDir, 'audit')

/**
 * Writes an archive so that it is on the disk, whole and under its name, when this resolves.
 *
 * @param entries at least one, in their order
 * @param onStep called before the file gets its name, for tests
 */
export async function writeArchive(
  folder: string,
  entries: readonly ArchivedEntry[],
  previous: string,
  onStep?: () => Promise<void>,
): Promise<AuditArchive> {
  const [first, last] = [entries[0]!, entries.at(-1)!]
  const times = entries.map(({ at }) => at)
  const of = {
    firstId: first.id,
    lastId: last.id,
    entries: entries.length,
    previous,
    head: last.hash,
    fromAt: times.reduce((a, b) => Math.min(a, b)),
    toAt: times.reduce((a, b) => Math.max(a, b)),
  }
  const lines = [{ format: FORMAT, ...of }, ...entries].map((line) => JSON.stringify(line))
  const bytes = await pack(`${lines.join('\n')}\n`)
  const name = archiveName(first.id, last.id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [path, part] = [join(folder, name), join(folder, name + PART)]
  try {
    await writeSynced(part, bytes)
    await onStep?.()
    await rename(part, path)
  } catch (cause) {
    await rm(part, { force: true })
    throw cause
  }
  await syncPath(folder, 'r')
  return { name, ...of, bytes: bytes.length, sha256: digest(bytes) }
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Reads archives of a folder. The file is compared with its seal before anything in it is believed. */
export const archiveReader =
  (folder: string): ReadArchive =>
  async ({ name, bytes, sha256, entries }) => {
    let file: Buffer
    try {
      file = await readFile(join(folder, name))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return { why: code === 'ENOENT' ? 'is missing' : `could not be read (${code ?? String(error)})` }
    }
    if (file.length !== bytes) return { why: `has ${file.length} bytes instead of ${bytes}` }
    if (digest(file) !== sha256) return { why: 'was changed: its SHA-256 is not the sealed one' }
    try {
      const lines = (await unpack(file, { maxOutputLength: MAX_TEXT_BYTES }))
        .toString('utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
      if (lines.length !== entries) return { why: `has ${lines.length} entries instead of ${entries}` }
      return lines.map((line) => JSON.parse(line) as ArchivedEntry)
    } catch (error) {
      return { why: `could not be unpacked (${(error as Error).message})` }
    }
  }

/** Where there is no folder, none can be read. */
export const NO_ARCHIVES: ReadArchive = async () => ({ why: 'cannot be looked for: there is no data folder' })

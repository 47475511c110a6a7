/**
 * The bytes of all backups of a folder, in pieces by their content: what did not change since an earlier backup is
 * there already, and a backup holds names of pieces only. A piece is written beside its place and renamed, so it is
 * whole or not there.
 */
import { hash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../lib/errors.ts'
import { syncPath } from '../lib/sync-path.ts'

export const PIECE_BYTES = 256 * 1024
/** Pieces that are read or written at a time. */
const AT_ONCE = 8

export interface StoredFile {
  readonly bytes: number
  readonly pieces: readonly string[]
}

export interface CopyOptions {
  /** Not further than this: the file may go on growing. */
  readonly upTo?: number
  /** Bytes before the first whole piece: a DuckDB file has its blocks of the size of a piece behind a head. */
  readonly head?: number
}

export interface Pieces {
  /** Copies a file; null = it is not there. */
  copy(source: string, options?: CopyOptions): Promise<StoredFile | null>
  put(bytes: Buffer): Promise<StoredFile>
  /** Brings what was added to the disk. */
  sync(): Promise<void>
  /** Pieces that were not there before, and their bytes. */
  added(): { readonly pieces: ReadonlySet<string>; readonly bytes: number }
  /**
   * Pieces of these files that are gone or not what their name says; they are removed, so that the next backup writes
   * them again.
   */
  damaged(files: readonly StoredFile[]): Promise<string[]>
  read(file: StoredFile): AsyncGenerator<Buffer>
  /** Removes pieces. */
  remove(keep: (digest: string) => boolean): Promise<number>
}

const digestOf = (bytes: Buffer) => hash('sha256', bytes, 'hex')

export function openPieces(folder: string): Pieces {
  const pathOf = (digest: string) => join(folder, digest.slice(0, 2), digest.slice(2))
  const known = new Map<string, Promise<void>>()
  const added = new Set<string>()
  let addedBytes = 0

  async function store(digest: string, bytes: Buffer): Promise<void> {
    const path = pathOf(digest)
    if ((await stat(path).catch(() => null))?.size === bytes.length) return
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(`${path}.part`, bytes, { mode: 0o600 })
    await rename(`${path}.part`, path)
    added.add(digest)
    addedBytes += bytes.length
  }

  async function keep(bytes: Buffer): Promise<string> {
    const digest = digestOf(bytes)
    const storing = known.get(digest) ?? store(digest, bytes)
    known.set(digest, storing)
    await storing
    return digest
  }

  async function pieceOf(digest: string): Promise<Buffer | null> {
    const bytes = await readFile(pathOf(digest)).catch(() => null)
    return bytes !== null && digestOf(bytes) === digest ? bytes : null
  }

  return {
    async copy(source, { upTo = Infinity, head = 0 } = {}) {
      const file = await open(source, 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (file === null) return null
      try {
        const digests: Promise<string>[] = []
        let at = 0
        for (;;) {
          const want = Math.min(at === 0 && head > 0 ? head : PIECE_BYTES, upTo - at)
          const bytes = await fill(file, want, at)
          if (bytes.length === 0) break
          digests.push(keep(bytes))
          at += bytes.length
          if (digests.length >= AT_ONCE) await digests[digests.length - AT_ONCE]
          if (bytes.length < want) break
        }
        return { bytes: at, pieces: await Promise.all(digests) }
      } finally {
        await file.close()
      }
    },

    async put(bytes) {
      const pieces: string[] = []
      for (let at = 0; at < bytes.length; at += PIECE_BYTES)
        pieces.push(await keep(bytes.subarray(at, at + PIECE_BYTES)))
      return { bytes: bytes.length, pieces }
    },

    async sync() {
      await each([...added].map(pathOf), async (path) => {
        await syncPath(path, 'r+')
      })
      await each([folder, ...new Set([...added].map((digest) => dirname(pathOf(digest))))], async (path) => {
        await syncPath(path, 'r').catch(() => undefined)
      })
    },

    added: () => ({ pieces: added, bytes: addedBytes }),

    async damaged(files) {
      const wrong: string[] = []
      await each([...new Set(files.flatMap(({ pieces }) => pieces))], async (digest) => {
        if ((await pieceOf(digest)) !== null) return
        wrong.push(digest)
        await rm(pathOf(digest), { force: true })
      })
      return wrong.toSorted()
    },

    async *read({ pieces }) {
      for (const digest of pieces) {
        const bytes = await pieceOf(digest)
        if (bytes === null)
          throw new StartError(
            'BACKUP_DAMAGED',
            `The piece ${digest} of the backup in ${dirname(folder)} is missing or was changed; take another backup.`,
          )
        yield bytes
      }
    },

    async remove(keepIt) {
      let removed = 0
      for (const part of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, part))) {
          if (keepIt(`${part}${name}`)) continue
          await rm(join(folder, part, name), { force: true })
          removed += 1
        }
      }
      return removed
    },
  }
}

type Readable = Awaited<ReturnType<typeof open>>

/** So many bytes from a place on, fewer at the end of the file. */
async function fill(file: Readable, want: number, at: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(want)
  let have = 0
  while (have < want) {
    const { bytesRead } = await file.read(bytes, have, want - have, at + have)
    if (bytesRead === 0) break
    have += bytesRead
  }
  return bytes.subarray(0, have)
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

/** The folder of each export. It has its name once both of its files are complete; until then it is a part. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Export } from '#schemas/generated/entities/export.ts'
import { writeSynced } from '../../lib/write-synced.ts'

const PART = '.part'

/** A part that is being written. */
export interface ExportPart {
  readonly folder: string
  /** Writes a whole file and says what it is. */
  write(name: string, bytes: Buffer): Promise<Pick<Export['files'][number], 'name' | 'bytes' | 'sha256'>>
  /** Both files are complete. */
  complete(): Promise<void>
}

export function exportFiles(folder: string) {
  const folderOf = (id: number) => join(folder, String(id))

  async function erase(id: number): Promise<void> {
    for (const path of [folderOf(id), folderOf(id) + PART]) await rm(path, { recursive: true, force: true })
  }

  return {
    erase,

    /** Begins anew: nothing is left of an earlier try. */
    async begin(id: number): Promise<ExportPart> {
      await erase(id)
      const part = folderOf(id) + PART
      await mkdir(part, { recursive: true, mode: 0o700 })
      return {
        folder: part,
        async write(name, bytes) {
          await writeSynced(join(part, name), bytes)
          return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
        },
        complete: () => rename(part, folderOf(id)),
      }
    },

    /** Undefined when the file is gone. */
    pathOf(id: number, name: string): string | undefined {
      const path = join(folderOf(id), name)
      return existsSync(path) ? path : undefined
    },

    /** Removes files of exports that are gone, and what is left of those that were cut off. */
    async sweep(idsOf: () => Promise<readonly number[]>, isMade: (id: number) => boolean): Promise<void> {
      if (!existsSync(folder)) return
      const known = new Set(await idsOf())
      for (const name of await readdir(folder)) {
        const id = Number(name.replace(PART, ''))
        if (!isMade(id) && (!known.has(id) || name.endsWith(PART)))
          await rm(join(folder, name), { recursive: true, force: true })
      }
    },
  }
}

export type ExportFiles = ReturnType<typeof exportFiles>

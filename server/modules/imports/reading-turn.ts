/** Reads the files of imports, one after the other, and says in each what came of it. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { inLine } from './line.ts'
import type { Line } from './line.ts'
import type { SourceFile } from './reading/read-files.ts'
import type { Reader } from './reading/reader.ts'
import type { Received } from './receive.ts'
import type { UnderWay } from './under-way.ts'
import { importReader } from './read-import.ts'

interface Parts {
  readonly catalog: Catalog
  readonly reader: Reader
  readonly background: Background
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly work: UnderWay
  /** Stores one that was read and is in the state `storing`. */
  readonly store: (id: number, scope: Scope) => void
}

export interface ReadingTurn {
  /** Puts the files where they are read from. @returns the number of the import */
  begin(scope: Scope, received: Received, fresh: Parameters<Catalog['imports']['begin']>[1]): Promise<number>
  /** Reads an import in its turn. Errors are stored in it. */
  read(id: number): void
  /** Imports that are being read or wait for it. */
  readonly waiting: number
  /** Counts an import while its files are put in place. */
  arriving<T>(work: () => Promise<T>): Promise<T>
}

export function readingTurn({ catalog, reader, background, clock, log, work, store }: Parts): ReadingTurn {
  const { progress, stops, folderOf, record } = work
  const reading: Line = inLine()
  let waiting = 0
  const readNow = importReader({ catalog, reader, clock, log, work, store })

  /** Puts the files where they are read from. */
  async function begin(
    scope: Scope,
    received: Received,
    fresh: Parameters<Catalog['imports']['begin']>[1],
  ): Promise<number> {
    const id = await catalog.imports.begin(scope, fresh, clock.now())
    await mkdir(dirname(folderOf(id)), { recursive: true, mode: 0o700 })
    await rename(received.folder, folderOf(id))
    const inPlace = received.files.map(({ path, name }): SourceFile => ({
      path: join(folderOf(id), path.slice(received.folder.length + 1)),
      name,
    }))
    await writeFile(join(folderOf(id), 'files.json'), JSON.stringify(inPlace), { mode: 0o600 })
    await record(scope, 'import.read', { id, client: fresh.client, files: fresh.files })
    return id
  }

  /** Reads an import in its turn. Errors are stored in it. */
  function read(id: number): void {
    const stop = new AbortController()
    stops.set(id, stop)
    waiting += 1
    background.run('import', () =>
      reading.wait(async () => {
        try {
          const stored = await catalog.imports.find(SYSTEM_SCOPE, id)
          if (stored?.state === 'reading') await readNow(stored, stop.signal)
        } finally {
          waiting -= 1
          if (stops.get(id) === stop) stops.delete(id)
          progress.delete(id)
        }
      }),
    )
  }

  return {
    begin,
    read,
    get waiting() {
      return waiting
    },
    async arriving(work) {
      waiting += 1
      try {
        return await work()
      } finally {
        // Its reading counts by itself.
        waiting -= 1
      }
    },
  }
}

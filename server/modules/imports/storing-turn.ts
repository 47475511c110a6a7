/** Stores what was read of imports, one after the other: whole or not at all. */
import type { FastifyBaseLogger } from 'fastify'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { inLine } from './line.ts'
import type { Line } from './line.ts'
import { takeBack } from './take-back.ts'
import type { UnderWay } from './under-way.ts'
import { importStorer } from './store-import.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: FactStore
  readonly background: Background
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly work: UnderWay
}

export interface StoringTurn {
  /** Stores an import in its turn; it is in the state `storing`. */
  store(id: number, scope: Scope): void
  /** Takes an import back in the same line; it is in the state `undoing`. */
  undo(scope: Scope, id: number): void
  /** The hours are in the facts: says so in the history. */
  finish(scope: Scope, id: number, report: Import['report']): Promise<void>
  /** Resolves when an import that is being stored ends; at once where none is. */
  ended(id: number): Promise<void>
}

export function storingTurn({ catalog, facts, background, clock, log, work }: Parts): StoringTurn {
  const { progress, stops } = work
  const { storeNow, finish } = importStorer({ catalog, facts, clock, log, work })
  const storing: Line = inLine()
  const underWay = new Map<number, Promise<void>>()

  /** Stores an import in its turn; it is in the state `storing`. */
  function store(id: number, scope: Scope): void {
    const stop = new AbortController()
    stops.set(id, stop)
    progress.set(id, { phase: 'storing', done: 0, of: 0, lines: 0 })
    background.run('import', () =>
      storing.wait(async () => {
        try {
          const stored = await catalog.imports.find(SYSTEM_SCOPE, id)
          if (stored?.state !== 'storing' || stop.signal.aborted) return
          const done = storeNow(scope, stored, stop.signal).finally(() => underWay.delete(id))
          underWay.set(id, done)
          await done
        } finally {
          if (stops.get(id) === stop) stops.delete(id)
          progress.delete(id)
        }
      }),
    )
  }

  const undo = (scope: Scope, id: number) => {
    progress.set(id, { phase: 'undoing', done: 0, of: 0, lines: 0 })
    background.run('import', () =>
      storing.wait(() =>
        takeBack({ catalog, facts, now: () => clock.now() }, scope, id).finally(() => progress.delete(id)),
      ),
    )
  }

  return {
    store,
    undo,
    finish,
    ended: async (id) => underWay.get(id),
  }
}

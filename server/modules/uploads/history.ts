/**
 * The history of a load or of its undo, after the facts have it. What was cut off between the two stores is finished
 * later.
 */
import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { UploadReport } from '../../facts/uploads.ts'
import { civilAt } from '../../facts/zone.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { StoredUpload } from './repo.ts'

/** Hours of the last days may still come, and carry nothing then. */
const SETTLE_DAYS = 4

/** A load that was not finished by then was cut off: none waits longer for its turn and its answer. */
const CUT_OFF_MS = 30 * 60_000

type Loaded = Pick<StoredUpload, 'id' | 'kind' | 'mode' | 'client' | 'rows' | 'begin' | 'end'>

export const undone = (id: number) =>
  new AppError('UPLOAD_UNDONE', `Upload ${id} was taken back already.`, { upload: id })

interface HistoryParts {
  readonly catalog: Pick<Catalog, 'uploads' | 'transaction'>
  readonly facts: Pick<FactStore, 'uploads'>
  readonly clock: Clock
}

export function uploadHistory({ catalog, facts, clock }: HistoryParts) {
  /** The rows are in the facts: says so in the history. */
  async function finish(
    scope: Scope,
    { id, kind, mode, client, rows, begin, end }: Loaded,
    report: Pick<UploadReport, 'added' | 'changed' | 'unchanged'>,
  ): Promise<void> {
    const { added, changed } = report
    await catalog.transaction(async ({ uploads, audit }) => {
      await uploads.finish(scope, id, report)
      await audit.append(scope, {
        action: 'upload.load',
        target: `upload ${id}`,
        details: { kind, mode, client, rows, added, changed, begin, end },
        at: clock.now(),
      })
    })
  }

  /** Uploads begun before then: those in the facts enter the history, the others are deleted. */
  async function reconcile(before: number): Promise<void> {
    for (const cut of await catalog.uploads.unfinished(SYSTEM_SCOPE, before)) {
      const report = await facts.uploads.find(cut.id)
      if (report === null) await catalog.uploads.forget(SYSTEM_SCOPE, cut.id)
      else await finish({ ...SYSTEM_SCOPE, userId: cut.userId }, cut, report)
    }
  }

  /** Its rows have gone from the facts: says so in the history. Throws UPLOAD_UNDONE when another call was quicker. */
  async function noteUndone(
    scope: Scope,
    { id, kind, client }: Pick<StoredUpload, 'id' | 'kind' | 'client'>,
    now: number,
  ): Promise<void> {
    await catalog.transaction(async ({ uploads, audit }) => {
      if (!(await uploads.undo(scope, id, now))) throw undone(id)
      await audit.append(scope, { action: 'upload.undo', target: `upload ${id}`, details: { kind, client }, at: now })
    })
  }

  return {
    finish,
    noteUndone,

    /**
     * Before anything is asked: nothing is written yet, so all that is unfinished was cut off when the server ended.
     */
    async recover(): Promise<void> {
      await reconcile(Number.MAX_SAFE_INTEGER)
      // Whether it was taken back is known by the facts alone, which do it at once or not at all.
      for (const cut of await catalog.uploads.halfUndone(SYSTEM_SCOPE)) {
        if ((await facts.uploads.find(cut.id)) === null) await noteUndone(SYSTEM_SCOPE, cut, clock.now())
        else await catalog.uploads.keep(SYSTEM_SCOPE, cut.id)
      }
    },

    /** Finishes what was cut off between the two stores, and lets late hours follow the tickets of their day. */
    async runMaintenance(): Promise<void> {
      const now = clock.now()
      await reconcile(now - CUT_OFF_MS)
      const fromDay = civilAt('UTC', Math.floor(now / 1000)).day - SETTLE_DAYS
      await facts.uploads.settleDays(fromDay, now)
    },
  }
}

export type UploadHistory = ReturnType<typeof uploadHistory>

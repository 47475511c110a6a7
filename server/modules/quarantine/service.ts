/**
 * Quarantined rows of files: read, corrected and counted, or dismissed. Readings of devices have a list of their own
 * (modules/ingest).
 */
import { dayNumber } from '#domain/days'
import type { QuarantinedRowRelease } from '#schemas/generated/api/quarantined-row-release.ts'
import type { QuarantinedRowsQuery } from '#schemas/generated/api/quarantined-rows-query.ts'
import type { QuarantineGroup } from '#schemas/generated/entities/quarantine-group.ts'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import { KeptAgain } from '../../facts/quarantine.ts'
import type { FactStore } from '../../facts/store.ts'
import { hoursOfDay } from '../../facts/zone.ts'
import type { Scope } from '../../lib/scope.ts'

interface Parts {
  readonly catalog: Pick<Catalog, 'areas' | 'audit' | 'locals'>
  readonly facts: Pick<FactStore, 'quarantine'>
  readonly clock: Clock
  /** Hours of the client have changed. */
  readonly onRelease: (client: number) => void
}

function refuseDemo({ demo }: Scope): void {
  if (demo) throw new AppError('ADMIN_REQUIRED', 'Only an administrator who is no demo account may do this.')
}

export function quarantinedRowService({ catalog, facts, clock, onRelease }: Parts) {
  async function waiting(ids: readonly number[]): Promise<QuarantinedRow[]> {
    const rows = await facts.quarantine.find(ids)
    const missing = ids.find((id) => !rows.some((row) => row.id === id))
    if (missing !== undefined)
      throw new AppError('QUARANTINE_NOT_FOUND', `No row ${missing} is in quarantine.`, { row: missing })
    const decided = rows.find(({ state }) => state !== 'waiting')
    if (decided !== undefined)
      throw new AppError('QUARANTINE_RELEASED', `The row ${decided.id} was ${decided.state} already.`, {
        row: decided.id,
        state: decided.state,
      })
    return rows
  }

  return {
    /** Throws ADMIN_REQUIRED for a demo account: the rows have the places as files wrote them. */
    async list(scope: Scope, query: QuarantinedRowsQuery): Promise<QuarantinedRow[]> {
      refuseDemo(scope)
      return facts.quarantine.list(query)
    },
    async groups(scope: Scope): Promise<QuarantineGroup[]> {
      refuseDemo(scope)
      return facts.quarantine.groups()
    },

    /**
     * Counts a row as this hour. Throws QUARANTINE_NOT_FOUND, QUARANTINE_RELEASED, LOCAL_NOT_FOUND also for a local of
     * another client, AREA_NOT_FOUND, QUARANTINE_HOUR_NOT_FOUND, QUARANTINE_KEPT.
     */
    async release(
      scope: Scope,
      id: number,
      { local: localId, area, day, hour, fold = 0, counts }: QuarantinedRowRelease,
    ): Promise<QuarantinedRow> {
      refuseDemo(scope)
      const [row] = await waiting([id])
      const local = await catalog.locals.find(scope, localId)
      if (row === undefined || local === undefined || (row.client !== 0 && local.client !== row.client))
        throw localNotFound(localId)
      if (area !== 0 && !(await catalog.areas.list(scope, { local: localId })).some((one) => one.id === area)) {
        throw new AppError('AREA_NOT_FOUND', `There is no area ${area} in local ${localId}.`, { area, local: localId })
      }
      const number = dayNumber(day)
      const found = hoursOfDay(local.timeZone, number).find((one) => one.hour === hour && one.fold === fold)
      if (found === undefined)
        throw new AppError(
          'QUARANTINE_HOUR_NOT_FOUND',
          `${day} has no hour ${hour}${fold === 1 ? ' that came twice' : ''} in ${local.timeZone}.`,
          { day, hour, fold, timeZone: local.timeZone },
        )
      const at = clock.now()
      const { client } = local
      try {
        await facts.quarantine.release(
          {
            id,
            source: row.source,
            hour: { client, local: localId, area, day: number, hour, fold, instant: found.instant },
            counts,
          },
          at,
        )
      } catch (error) {
        if (error instanceof KeptAgain)
          throw new AppError('QUARANTINE_KEPT', `The row ${id} would be quarantined again: ${error.reason}.`, {
            row: id,
            reason: error.reason,
          })
        throw error
      }
      const details = {
        reason: row.reason,
        source: row.source,
        file: row.file,
        line: row.line,
        local: localId,
        area,
        day,
        hour,
        fold,
        counts,
      }
      await catalog.audit.append(scope, { action: 'quarantine.release', target: `row ${id}`, details, at })
      onRelease(client)
      return (await facts.quarantine.find([id]))[0] ?? row
    },

    /** They stay in the list as dismissed; the same rows of the same file are not quarantined again. All or none. */
    async dismiss(scope: Scope, ids: readonly number[]): Promise<QuarantinedRow[]> {
      refuseDemo(scope)
      const rows = await waiting(ids)
      const at = clock.now()
      await facts.quarantine.dismiss(ids, at)
      for (const [source, own] of Map.groupBy(rows, (row) => row.source)) {
        await catalog.audit.append(scope, {
          action: 'quarantine.dismiss',
          target: `${own.length} rows`,
          details: { source, rows: own.map(({ id }) => id), reasons: [...new Set(own.map(({ reason }) => reason))] },
          at,
        })
      }
      return facts.quarantine.find(ids)
    },
  }
}

export type QuarantinedRowService = ReturnType<typeof quarantinedRowService>

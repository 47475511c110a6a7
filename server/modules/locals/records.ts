/** Locals as administrators keep them: one of them, its plan and its areas. */
import type { LocalAreaDraft } from '#schemas/generated/api/local-area-draft.ts'
import type { LocalPageQuery } from '#schemas/generated/api/local-page-query.ts'
import type { LocalRecordDraft } from '#schemas/generated/api/local-record-draft.ts'
import type { Area } from '#schemas/generated/entities/area.ts'
import type { LocalPage } from '#schemas/generated/entities/local-page.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import type { Repositories } from '../../catalog.ts'
import { localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import type { Parts } from '../../module.ts'
import { readImage } from '../brands/image-check.ts'
import { allOf } from '../places/find-place.ts'
import { checkLocal } from './record-check.ts'
import {
  changesOf,
  contentOf,
  requireChangeable,
  requireClient,
  requireOwn,
  requireUnchanged,
  saveSettings,
} from './record-rules.ts'
import { rowOf } from './record-repo.ts'

type RecordParts = Pick<Parts, 'catalog' | 'clock' | 'facts' | 'places' | 'devicesChanged' | 'hoursChanged'>

export function localRecordService({ catalog, clock, facts, places, devicesChanged, hoursChanged }: RecordParts) {
  async function find(
    all: AllClients,
    id: number,
    { localRecords }: Pick<Repositories, 'localRecords'> = catalog,
  ): Promise<LocalRecord> {
    const found = await localRecords.find(all, id)
    if (found === undefined) throw localNotFound(id)
    return found
  }

  const record = (
    { audit }: Repositories,
    scope: Scope,
    action: 'local.create' | 'local.change' | 'local.plan' | 'local.area',
    { id, name }: LocalRecord,
    details: object,
  ) => audit.append(scope, { action, target: name, details: { id, ...details }, at: clock.now() })

  return {
    page: (scope: Scope, query: LocalPageQuery): Promise<LocalPage> => catalog.localRecords.page(allOf(scope), query),

    /** Throws LOCAL_NOT_FOUND, as all of these do. */
    find: async (scope: Scope, id: number): Promise<LocalRecord> => find(allOf(scope), id),

    /** Throws what `checkLocal` throws, CLIENT_NOT_FOUND, NAME_TAKEN, DEALERSHIP_NOT_FOUND. */
    async create(scope: Scope, draft: LocalRecordDraft): Promise<LocalRecord> {
      const all = allOf(scope)
      checkLocal(draft)
      const made = await catalog.transaction(async (repositories) => {
        await requireClient(all, draft.client, repositories)
        await requireOwn(all, draft, null, repositories)
        const id = await repositories.localRecords.insert(all, draft.client, rowOf(draft), clock.now())
        await saveSettings(all, id, draft, repositories)
        const entry = await find(all, id, repositories)
        await record(repositories, scope, 'local.create', entry, contentOf(entry))
        return entry
      })
      devicesChanged()
      return made
    },

    /** Throws as `create`, and ENTRY_CHANGED, LOCAL_CHANGE_NOT_ALLOWED, LOCAL_EXTERNAL_CODE_REQUIRED. */
    async replace(scope: Scope, id: number, draft: LocalRecordDraft): Promise<LocalRecord> {
      const all = allOf(scope)
      checkLocal(draft)
      await requireChangeable({ catalog, facts }, all, await find(all, id), draft)
      const changed = await catalog.transaction(async (repositories) => {
        const before = await find(all, id, repositories)
        await requireUnchanged(all, before, draft, repositories)
        await requireOwn(all, draft, before, repositories)
        const at = Math.max(clock.now(), before.updatedAt + 1)
        await repositories.localRecords.update(all, before, rowOf(draft), at)
        await saveSettings(all, id, draft, repositories)
        const after = await find(all, id, repositories)
        const details = changesOf(before, after)
        if (Object.keys(details).length > 0) await record(repositories, scope, 'local.change', after, details)
        return after
      })
      devicesChanged()
      hoursChanged(changed.client)
      return changed
    },

    /** With its facts. Throws PLACE_IN_USE. */
    remove: (scope: Scope, id: number): Promise<void> => places.remove(scope, 'local', id),

    /** Throws NAME_TAKEN. */
    async addArea(
      scope: Scope,
      id: number,
      { name, zone = 'sales', externalId = null }: LocalAreaDraft,
    ): Promise<Area> {
      const all = allOf(scope)
      const area = await catalog.transaction(async (repositories) => {
        const local = await find(all, id, repositories)
        const made = await repositories.areas.insert(all, { local: id, name: name.trim(), zone, externalId })
        await record(repositories, scope, 'local.area', local, { area: made.id, name: made.name, zone })
        return made
      })
      devicesChanged()
      return area
    },

    /** Throws LOCAL_PLAN_NOT_FOUND. */
    async plan(scope: Scope, id: number): Promise<{ type: string; bytes: Buffer }> {
      const all = allOf(scope)
      await find(all, id)
      const plan = await catalog.localRecords.plan(all, id)
      if (plan === undefined) throw new AppError('LOCAL_PLAN_NOT_FOUND', `Local ${id} has no plan.`, { local: id })
      return plan
    },

    /** Null takes it away. Throws IMAGE_INVALID. */
    async setPlan(scope: Scope, id: number, bytes: Buffer | null): Promise<LocalRecord> {
      const all = allOf(scope)
      const image = bytes === null ? null : { type: readImage(bytes).type, bytes }
      return catalog.transaction(async (repositories) => {
        const before = await find(all, id, repositories)
        await repositories.localRecords.setPlan(all, id, image, clock.now())
        await record(repositories, scope, 'local.plan', before, {
          type: image?.type ?? null,
          bytes: image?.bytes.length ?? 0,
        })
        return find(all, id, repositories)
      })
    },
  }
}

export type LocalRecordService = ReturnType<typeof localRecordService>

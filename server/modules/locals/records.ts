/** Locals as administrators keep them: one of them, its plan and its areas. */
import { isDeepStrictEqual } from 'node:util'
import { isCamera } from '#domain/local-rules'
import type { LocalAreaDraft } from '#schemas/generated/api/local-area-draft.ts'
import type { LocalPageQuery } from '#schemas/generated/api/local-page-query.ts'
import type { LocalRecordDraft } from '#schemas/generated/api/local-record-draft.ts'
import type { Area } from '#schemas/generated/entities/area.ts'
import type { LocalPage } from '#schemas/generated/entities/local-page.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import type { Repositories } from '../../catalog.ts'
import { clientNotFound, localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import type { Parts } from '../../module.ts'
import { readImage } from '../brands/image-check.ts'
import { allOf } from '../places/find-place.ts'
import { checkLocal } from './record-check.ts'
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

  async function requireClient(all: AllClients, client: number, { clients }: Repositories): Promise<void> {
    if ((await clients.find(all, client)) === undefined) throw clientNotFound(client)
  }

  /** Throws NAME_TAKEN, DEALERSHIP_NOT_FOUND. */
  async function requireOwn(
    all: AllClients,
    draft: LocalRecordDraft,
    before: LocalRecord | null,
    { localRecords }: Repositories,
  ): Promise<void> {
    const { client, dealership = null } = draft
    const name = draft.name.trim()
    // What was called alike before stays as it is: imports tell locals apart by their code.
    if (name !== before?.name && (await localRecords.hasNamed(all, client, name, before?.id ?? null)))
      throw new AppError('NAME_TAKEN', `Client ${client} already has a local named ${name}; choose another name.`, {
        field: 'name',
      })
    if (dealership !== null && !(await localRecords.hasDealership(all, client, dealership)))
      throw new AppError('DEALERSHIP_NOT_FOUND', `Client ${client} has no dealership ${dealership}.`, { dealership })
  }

  /** Throws ENTRY_CHANGED, with who it was and when. */
  async function requireUnchanged(
    all: AllClients,
    before: LocalRecord,
    { updatedAt }: LocalRecordDraft,
    { localRecords }: Repositories,
  ): Promise<void> {
    if (updatedAt === undefined || updatedAt === before.updatedAt) return
    const by = (await localRecords.changedBy(all, before.id)) ?? 'Aforo'
    throw new AppError(
      'ENTRY_CHANGED',
      `This local was changed meanwhile by ${by}; read it again before you change it.`,
      {
        noun: 'local',
        id: before.id,
        by,
        at: before.updatedAt,
      },
    )
  }

  /** Throws LOCAL_CHANGE_NOT_ALLOWED, LOCAL_EXTERNAL_CODE_REQUIRED. */
  async function requireChangeable(all: AllClients, before: LocalRecord, draft: LocalRecordDraft): Promise<void> {
    const refuse = (field: 'client' | 'timeZone', how: string) =>
      new AppError('LOCAL_CHANGE_NOT_ALLOWED', `The ${field} of local ${before.id} is not changed here: ${how}.`, {
        field,
      })
    if (draft.client !== before.client) throw refuse('client', 'merge it into a local of the other client')
    if (draft.timeZone !== before.timeZone && (await facts.places.contents('local', before.id)).hours > 0)
      throw refuse('timeZone', 'it has hours, which move with it; use the places')
    if ((draft.externalId ?? '').trim() === '' && (await catalog.localRecords.kinds(all, before.id)).some(isCamera))
      throw new AppError('LOCAL_EXTERNAL_CODE_REQUIRED', `Local ${before.id} has cameras; it needs an external code.`, {
        local: before.id,
      })
  }

  /** Capacity and limits stand with the settings of its figures. */
  async function saveSettings(all: AllClients, id: number, draft: LocalRecordDraft, repositories: Repositories) {
    const { locals } = repositories
    const before = (await locals.settings(all, [id])).get(id) ?? {}
    const { capacity: _capacity, limits: _limits, ...others } = before
    const { capacity = null, limits = [] } = draft
    const settings = { ...others, ...(capacity !== null && { capacity }), ...(limits.length > 0 && { limits }) }
    if (!isDeepStrictEqual(settings, before)) await locals.saveSettings(all, id, settings)
  }

  const contentOf = ({ id: _id, plan: _plan, createdAt: _made, updatedAt: _changed, ...content }: LocalRecord) =>
    content

  function changesOf(before: LocalRecord, after: LocalRecord): Record<string, unknown> {
    const [was, is] = [contentOf(before), contentOf(after)] as Record<string, unknown>[]
    const names = Object.keys(is ?? {}).filter((name) => !isDeepStrictEqual(was?.[name], is?.[name]))
    const of = (content: Record<string, unknown> | undefined) =>
      Object.fromEntries(names.map((name) => [name, content?.[name]]))
    return names.length === 0 ? {} : { ...of(is), before: of(was) }
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
      await requireChangeable(all, await find(all, id), draft)
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

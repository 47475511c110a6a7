/** Rules of a change of a local that need the catalog and the facts. */
import { isDeepStrictEqual } from 'node:util'
import { isCamera } from '#domain/local-rules'
import type { LocalRecordDraft } from '#schemas/generated/api/local-record-draft.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import type { Repositories } from '../../catalog.ts'
import { clientNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { AllClients } from '../../lib/scope.ts'
import type { Parts } from '../../module.ts'

export async function requireClient(all: AllClients, client: number, { clients }: Repositories): Promise<void> {
  if ((await clients.find(all, client)) === undefined) throw clientNotFound(client)
}

/** Throws NAME_TAKEN, DEALERSHIP_NOT_FOUND. */
export async function requireOwn(
  all: AllClients,
  draft: LocalRecordDraft,
  before: LocalRecord | null,
  { localRecords }: Repositories,
): Promise<void> {
  const { client, dealership = null } = draft
  const name = draft.name.trim()
  // Existing duplicates of a name stay: imports distinguish locals by their code.
  if (name !== before?.name && (await localRecords.hasNamed(all, client, name, before?.id ?? null)))
    throw new AppError('NAME_TAKEN', `Client ${client} already has a local named ${name}; choose another name.`, {
      field: 'name',
    })
  if (dealership !== null && !(await localRecords.hasDealership(all, client, dealership)))
    throw new AppError('DEALERSHIP_NOT_FOUND', `Client ${client} has no dealership ${dealership}.`, { dealership })
}

/** Throws ENTRY_CHANGED, with who it was and when. */
export async function requireUnchanged(
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

export const externalCodeRequired = (local: number) =>
  new AppError('LOCAL_EXTERNAL_CODE_REQUIRED', `Local ${local} has cameras; it needs an external code.`, { local })

/** Throws LOCAL_CHANGE_NOT_ALLOWED, LOCAL_EXTERNAL_CODE_REQUIRED. */
export async function requireChangeable(
  { catalog, facts }: Pick<Parts, 'catalog' | 'facts'>,
  all: AllClients,
  before: LocalRecord,
  draft: LocalRecordDraft,
): Promise<void> {
  const refuse = (field: 'client' | 'timeZone', how: string) =>
    new AppError('LOCAL_CHANGE_NOT_ALLOWED', `The ${field} of local ${before.id} is not changed here: ${how}.`, {
      field,
    })
  if (draft.client !== before.client) throw refuse('client', 'merge it into a local of the other client')
  if (draft.timeZone !== before.timeZone && (await facts.places.contents('local', before.id)).hours > 0)
    throw refuse('timeZone', 'it has hours, which move with it; use the places')
  if ((draft.externalId ?? '').trim() === '' && (await catalog.localRecords.kinds(all, before.id)).some(isCamera))
    throw externalCodeRequired(before.id)
}

/** Capacity and limits belong to the settings of its figures. */
export async function saveSettings(all: AllClients, id: number, draft: LocalRecordDraft, repositories: Repositories) {
  const { locals } = repositories
  const before = (await locals.settings(all, [id])).get(id) ?? {}
  const { capacity: _capacity, limits: _limits, ...others } = before
  const { capacity = null, limits = [] } = draft
  const settings = { ...others, ...(capacity !== null && { capacity }), ...(limits.length > 0 && { limits }) }
  if (!isDeepStrictEqual(settings, before)) await locals.saveSettings(all, id, settings)
}

export const contentOf = ({ id: _id, plan: _plan, createdAt: _made, updatedAt: _changed, ...content }: LocalRecord) =>
  content

/** The differences, with new and old values. */
export function changesOf(before: LocalRecord, after: LocalRecord): Record<string, unknown> {
  const [was, is] = [contentOf(before), contentOf(after)] as Record<string, unknown>[]
  const names = Object.keys(is ?? {}).filter((name) => !isDeepStrictEqual(was?.[name], is?.[name]))
  const of = (content: Record<string, unknown> | undefined) =>
    Object.fromEntries(names.map((name) => [name, content?.[name]]))
  return names.length === 0 ? {} : { ...of(is), before: of(was) }
}

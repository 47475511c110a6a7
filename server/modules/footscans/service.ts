/**
 * The setup of footscans. Counts belong to the area of the footscan at that time: moving it changes only later counts,
 * and one with history is disabled instead of removed.
 */
import { addsCamera } from '#domain/local-rules'
import type { FootscanDraft } from '#schemas/generated/api/footscan-draft.ts'
import type { FootscansQuery } from '#schemas/generated/api/footscans-query.ts'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import { requireMac } from '../hubble/mac-param.ts'
import { externalCodeRequired } from '../locals/record-rules.ts'
import type { LocalService } from '../locals/service.ts'
import type { FootscanContent, StoredFootscan } from './footscan-rows.ts'

export interface FootscanParts {
  readonly catalog: Pick<Catalog, 'fleet' | 'transaction'>
  readonly facts: Pick<FactStore, 'devices'>
  readonly clients: Pick<ClientService, 'find'>
  readonly locals: Pick<LocalService, 'find'>
  readonly clock: Clock
  /** After a footscan has changed: invalidates caches of footscans. */
  readonly onChange: () => void
}

const notFound = (id: number) =>
  new AppError('FOOTSCAN_NOT_FOUND', `There is no footscan ${id} among those this account may see.`, { footscan: id })

/** As drafts are filled in. Throws MAC_INVALID. */
function contentOf({
  area,
  mac,
  name = '',
  kind = 'aforo',
  externalId = null,
  reversed = false,
  reportS = 300,
  enabled = true,
}: FootscanDraft): FootscanContent {
  return { area, mac: requireMac(mac), name: name.trim(), kind, externalId, reversed, reportS, enabled }
}

const summary = ({ area, mac, name, kind, externalId, reversed, reportS, enabled }: FootscanContent) => ({
  area,
  mac,
  name,
  kind,
  externalId,
  reversed,
  reportS,
  enabled,
})

export function footscanService({ catalog, facts, clients, locals, clock, onChange }: FootscanParts) {
  async function withContacts(footscans: readonly StoredFootscan[]): Promise<FleetFootscan[]> {
    const last = await facts.devices.lastContacts()
    return footscans.map((footscan) => ({ ...footscan, lastAt: last.get(footscan.id) ?? null }))
  }

  async function find(
    scope: Scope,
    id: number,
    { fleet }: Pick<Repositories, 'fleet'> = catalog,
  ): Promise<StoredFootscan> {
    const found = await fleet.find(scope, id)
    if (found === undefined) throw notFound(id)
    return found
  }

  async function one(footscan: StoredFootscan): Promise<FleetFootscan> {
    const [answer] = await withContacts([footscan])
    if (answer === undefined) throw notFound(footscan.id)
    return answer
  }

  /** Throws AREA_NOT_FOUND, LOCAL_EXTERNAL_CODE_REQUIRED. */
  async function requireCode(
    scope: Scope,
    before: StoredFootscan | null,
    { area, kind, enabled }: FootscanContent,
    { fleet }: Pick<Repositories, 'fleet'>,
  ): Promise<void> {
    const { local, hasExternalCode } = await fleet.place(scope, area)
    if (!hasExternalCode && addsCamera(before, { local, kind, enabled })) throw externalCodeRequired(local)
  }

  return {
    /** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND. */
    async list(scope: Scope, query: FootscansQuery): Promise<FleetFootscan[]> {
      if (query.client !== undefined) await clients.find(scope, query.client)
      if (query.local !== undefined) await locals.find(scope, query.local)
      return withContacts(await catalog.fleet.list(scope, query))
    },
    find: async (scope: Scope, id: number) => one(await find(scope, id)),
    some: async (scope: Scope, ids: readonly number[]) => withContacts(await catalog.fleet.some(scope, ids)),

    /** Throws MAC_INVALID, AREA_NOT_FOUND, LOCAL_EXTERNAL_CODE_REQUIRED, FOOTSCAN_TAKEN. */
    async create(scope: Scope, draft: FootscanDraft): Promise<FleetFootscan> {
      const content = contentOf(draft)
      const made = await catalog.transaction(async (repositories) => {
        const at = clock.now()
        await requireCode(scope, null, content, repositories)
        const id = await repositories.fleet.insert(scope, content, at)
        await repositories.audit.append(scope, {
          action: 'footscan.create',
          target: content.mac,
          details: { footscan: id, ...summary(content) },
          at,
        })
        return find(scope, id, repositories)
      })
      onChange()
      return one(made)
    },

    /** Keys belong to one client: they end when it moves to another one. Throws as `create`, and FOOTSCAN_NOT_FOUND. */
    async replace(scope: Scope, id: number, draft: FootscanDraft): Promise<FleetFootscan> {
      const content = contentOf(draft)
      const after = await catalog.transaction(async (repositories) => {
        const at = clock.now()
        const before = await find(scope, id, repositories)
        await requireCode(scope, before, content, repositories)
        const { client } = await repositories.fleet.replace(scope, id, content)
        const keysRevoked = client === before.client ? 0 : await repositories.fleet.revokeKeys(scope, id, at)
        const moved = content.area === before.area ? {} : { movedFrom: before.area }
        const remade = content.mac === before.mac ? {} : { macBefore: before.mac }
        await repositories.audit.append(scope, {
          action: 'footscan.change',
          target: content.mac,
          details: { footscan: id, ...summary(content), ...moved, ...remade, ...(keysRevoked > 0 && { keysRevoked }) },
          at,
        })
        return find(scope, id, repositories)
      })
      onChange()
      return one(after)
    },

    /** Throws FOOTSCAN_NOT_FOUND, and FOOTSCAN_HAS_HISTORY for one with history. */
    async remove(scope: Scope, id: number): Promise<void> {
      const { mac } = await find(scope, id)
      if (await facts.devices.hasHistory(id))
        throw new AppError(
          'FOOTSCAN_HAS_HISTORY',
          `The footscan ${mac} has counted; disable it, so that what it counted stays explained.`,
          { footscan: id, mac },
        )
      await catalog.transaction(async (repositories) => {
        const before = await find(scope, id, repositories)
        await repositories.fleet.remove(scope, id)
        await repositories.audit.append(scope, {
          action: 'footscan.remove',
          target: before.mac,
          details: { footscan: id, area: before.area },
          at: clock.now(),
        })
      })
      await facts.devices.forgetDays(id)
      onChange()
    },
  }
}

export type FootscanService = ReturnType<typeof footscanService>

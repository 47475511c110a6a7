import { comparedLocals, listedLocals } from '#domain/access'
import { dayNumber } from '#domain/days'
import { localParams } from '#domain/local-params'
import { demoLocalName, distinctNames, ranks } from '#domain/names'
import type { LocalParamsQuery } from '#schemas/generated/api/local-params-query.ts'
import type { LocalFootscansQuery } from '#schemas/generated/api/local-footscans-query.ts'
import type { LocalsQuery } from '#schemas/generated/api/locals-query.ts'
import type { AreaFootscans } from '#schemas/generated/entities/area-footscans.ts'
import type { Footscan } from '#schemas/generated/entities/footscan.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { LocalParams } from '#schemas/generated/entities/local-params.ts'
import { localNotFound } from '../../db/scoped.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { AreaRepo } from './area-repo.ts'
import type { FootscanRepo } from './footscan-repo.ts'
import type { LocalRepo } from './repo.ts'

interface Parts {
  locals: LocalRepo
  areas: AreaRepo
  footscans: FootscanRepo
  clients: ClientService
}

export function localService({ locals, areas, footscans, clients }: Parts) {
  /**
   * Every local of the caller, under the name the caller may know. Names are disambiguated over all of them, not over
   * one answer, so that a venue is called the same on every screen.
   */
  async function all(scope: Scope): Promise<Local[]> {
    const [rows, owners] = await Promise.all([locals.list(scope), clients.list(scope)])
    const names = new Map(owners.map(({ id, name }) => [id, name]))
    return distinctNames(scope.demo ? disguised(rows) : rows, (client) => names.get(client) ?? String(client))
  }

  async function find(scope: Scope, id: number): Promise<Local> {
    const local = (await all(scope)).find((row) => row.id === id)
    if (local === undefined) throw localNotFound(id)
    return local
  }

  /** Throws CLIENT_NOT_FOUND for a client outside the scope. */
  async function ofClient(scope: Scope, client: number): Promise<Local[]> {
    await clients.find(scope, client)
    return (await all(scope)).filter((local) => local.client === client)
  }

  const ownSettings = (scope: Scope, rows: readonly Local[]) =>
    locals.settings(
      scope,
      rows.map(({ id }) => id),
    )

  async function params(scope: Scope, id: number): Promise<LocalParams> {
    const local = await find(scope, id)
    return localParams(local, (await ownSettings(scope, [local])).get(id))
  }

  return {
    find,
    ofClient,

    /** Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async idsOfClient(scope: Scope, client: number): Promise<number[]> {
      await clients.find(scope, client)
      return locals.ids(scope, client)
    },

    /**
     * Opening days that were stated, by local, days since 1970. Throws CLIENT_NOT_FOUND for a client outside the scope.
     */
    async openings(scope: Scope, client: number): Promise<ReadonlyMap<number, number>> {
      await clients.find(scope, client)
      return locals.openings(scope, client)
    },

    /** Those that Compare offers this caller. Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async shownIds(scope: Scope, client: number): Promise<number[]> {
      await clients.find(scope, client)
      return comparedLocals(
        listedLocals(await locals.standings(scope, client), { admin: scope.role === 'admin', hideNoData: true }),
      ).map(({ id }) => id)
    },

    async list(scope: Scope, { client, hideNoData = false }: LocalsQuery): Promise<readonly Local[]> {
      const rows = client === undefined ? await all(scope) : await ofClient(scope, client)
      return listedLocals(rows, { admin: scope.role === 'admin', hideNoData })
    },

    /** The locals of a client that were in business on a day: enabled, opened by then, not closed before. */
    async active(scope: Scope, client: number, workday: string): Promise<Local[]> {
      const day = dayNumber(workday)
      const opened = ({ openedOn }: Local) => openedOn === null || dayNumber(openedOn) <= day
      const closed = ({ closedOn }: Local) => closedOn !== null && dayNumber(closedOn) < day
      return (await ofClient(scope, client)).filter((local) => local.enabled && opened(local) && !closed(local))
    },

    params,

    /** Of one local, or of every local of a client. */
    async paramsList(scope: Scope, { client, local }: LocalParamsQuery): Promise<LocalParams[]> {
      if (local !== undefined) return [await params(scope, local)]
      const rows = client === undefined ? [] : await ofClient(scope, client)
      const own = await ownSettings(scope, rows)
      return rows.map((row) => localParams(row, own.get(row.id)))
    },

    /** Of one local, or of every local of a client or of the caller. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND. */
    async footscans(scope: Scope, { client, local }: LocalFootscansQuery): Promise<Footscan[]> {
      if (local !== undefined) return footscans.list(scope, { local: (await find(scope, local)).id })
      if (client !== undefined) await clients.find(scope, client)
      return footscans.list(scope, { ...(client !== undefined && { client }) })
    },

    async areasWithFootscans(scope: Scope, id: number): Promise<{ data: AreaFootscans[] }> {
      const { id: local } = await find(scope, id)
      const [rows, devices] = await Promise.all([areas.list(scope, { local }), footscans.list(scope, { local })])
      const byArea = Map.groupBy(devices, ({ area }) => area)
      return {
        data: rows.map((area, at) => ({
          ...area,
          ...(scope.demo && { name: `Demo Area ${at + 1}`, externalId: null }),
          footscans: byArea.get(area.id) ?? [],
        })),
      }
    },
  }
}

export type LocalService = ReturnType<typeof localService>

/** Nothing a demo user reads may say which store this is: only where it counts and how. */
function disguised(locals: readonly Local[]): Local[] {
  return [...Map.groupBy(locals, ({ client }) => client).values()].flatMap((own) => {
    const rank = ranks(own)
    return own.map((local) => ({
      ...local,
      name: demoLocalName(rank.get(local.id) ?? 0),
      code: `D${local.id}`,
      externalId: null,
      mapping: null,
      oldId: null,
      geo: { locality: null, zipCode: null, street: null, countryCode: null, region: null, lat: null, lng: null },
      additionalInformation: { hideFootCompare: local.additionalInformation.hideFootCompare === true },
    }))
  })
}

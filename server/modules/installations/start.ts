/** The calls of installations besides those of every noun: those of a local, and what waits for an account. */
import { installationMachine } from '#domain/machines/installations'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import { localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { StartedModule } from '../../module.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import { entryActions } from '../../resource/actions.ts'
import type { AnyResource } from '../../resource/description.ts'
import type { Entry } from '../../resource/rows.ts'
import { startResource } from '../../resource/start.ts'
import { installationWays } from './way.ts'

const ADMIN: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Installations']
const config = { authz: ADMIN }

export const startInstallations = (resource: AnyResource): StartedModule => ({
  routes(api, parts) {
    startResource(resource).routes?.(api, parts)
    const { catalog } = parts
    const { giveUnassigned, wouldGive } = entryActions(
      resource,
      installationMachine,
      {
        async find(scope, id, { resources }) {
          const entry = await resources.find(resource, scope, id)
          if (entry === undefined) throw new AppError('ENTRY_NOT_FOUND', `There is no installation ${id}.`, { id })
          return entry
        },
      },
      parts,
    )

    /** Throws LOCAL_NOT_FOUND. */
    async function ofLocal(scope: Scope, local: number): Promise<readonly Entry[]> {
      if ((await catalog.locals.find(scope, local)) === undefined) throw localNotFound(local)
      const ids = await catalog.installations.idsOfLocal(scope, local)
      return (await catalog.resources.some(resource, scope, ids)).toSorted((one, other) => other.id - one.id)
    }

    /** Of the orders that this person has. Both throw USER_NOT_FOUND. */
    const givenTo = async (scope: Scope, user: number) => ({
      action: 'assign',
      user,
      ids: await catalog.localOrders.installationsHeldBy(scope, user),
    })

    const takeUp = async (scope: Scope, user: number) => giveUnassigned(scope, await givenTo(scope, user))
    const wouldTakeUp = async (scope: Scope, user: number) => wouldGive(scope, await givenTo(scope, user))

    const ways = installationWays(parts)
    api.get(
      '/management/installations/stages',
      {
        config,
        schema: {
          tags,
          summary: 'The installations of a board: those that are open, and those that ended lately',
          response: { 200: listOf('entities/installation-stage') },
        },
      },
      (request) => ways.board(callerOf(request).scope),
    )

    api.get<{ Params: IdParams }>(
      '/management/installations/:id/way',
      {
        config,
        schema: {
          tags,
          summary: 'The way of an installation: each step from its order to its first counts',
          params: ref('api/id-params'),
          response: { 200: ref('entities/installation-way') },
        },
      },
      (request) => ways.one(callerOf(request).scope, request.params.id),
    )

    api.get<{ Params: IdParams }>(
      '/installations/local/:id',
      {
        config,
        schema: {
          tags,
          summary: 'The installations of a local, newest first',
          params: ref('api/id-params'),
          response: { 200: listOf('entities/installation') },
        },
      },
      (request) => ofLocal(callerOf(request).scope, request.params.id),
    )
    api.get<{ Params: IdParams }>(
      '/management/installations/process/user/:id',
      {
        config,
        schema: {
          tags,
          summary: 'The open, unassigned installations of the orders of an administrator, as they would take them up',
          params: ref('api/id-params'),
          response: { 200: ref('api/entries-moved') },
        },
      },
      (request) => wouldTakeUp(callerOf(request).scope, request.params.id),
    )
    api.post<{ Params: IdParams }>(
      '/management/installations/process/user/:id',
      {
        config,
        schema: {
          tags,
          summary: 'An administrator takes up the open, unassigned installations of the orders that they have',
          params: ref('api/id-params'),
          response: { 200: ref('api/entries-moved') },
        },
      },
      (request) => takeUp(callerOf(request).scope, request.params.id),
    )
  },
})

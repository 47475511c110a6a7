/** The calls of discharges besides those of every noun: queues by status, and the raw data. */
import type { DischargeData } from '#schemas/generated/entities/discharge-data.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { StartedModule } from '../../module.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import { pathOf } from '../../resource/description.ts'
import type { AnyResource } from '../../resource/description.ts'
import { resourceService } from '../../resource/service.ts'
import { startResource } from '../../resource/start.ts'
import { QUEUES } from './kinds.ts'
import type { Kind } from './kinds.ts'

const ADMIN: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Discharges']

/** The fields of a discharge that these calls need. */
interface Discharge {
  readonly id: number
  readonly dischargeId: string
  readonly date: string
  readonly client: number | null
  readonly dischargeStatus: string
  readonly stateAt: number
  readonly createdAt: number
  readonly updatedAt: number
}

export const startDischarges = (kind: Kind, resource: AnyResource): StartedModule => ({
  routes(api, parts) {
    startResource(resource).routes?.(api, parts)
    const service = resourceService<Discharge, object>(resource, parts)
    const path = `/${pathOf(resource)}`
    const config = { authz: ADMIN }
    for (const [queue, status] of QUEUES)
      api.post(
        `${path}/${queue}`,
        {
          config,
          schema: {
            tags,
            summary: `Discharges of kind ${kind} that are ${status}, the one that waits longest first`,
            response: { 200: listOf(`entities/${kind}-discharge`) },
          },
        },
        async (request) =>
          (await service.list(callerOf(request).scope, {}))
            .filter(({ dischargeStatus }) => dischargeStatus === status)
            .toSorted((one, other) => one.stateAt - other.stateAt || one.id - other.id),
      )

    api.post<{ Params: IdParams; Body: DischargeData }>(
      `${path}/:id`,
      {
        config,
        schema: {
          tags,
          summary: `A discharge of kind ${kind}: replace its raw data`,
          params: ref('api/id-params'),
          body: ref('entities/discharge-data'),
          response: { 200: ref(`entities/${kind}-discharge`) },
        },
      },
      async (request) => {
        const { scope } = callerOf(request)
        const { id } = request.params
        const { dischargeId, date, client, updatedAt } = await service.find(scope, id)
        // Made on what was read: a concurrent change is a conflict, and not undone.
        return service.replace(scope, id, { dischargeId, date, client, data: request.body, updatedAt })
      },
    )
  },
})

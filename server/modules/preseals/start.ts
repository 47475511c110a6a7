/** The calls of pre-seals besides those of every noun: those of a local, and on and off by PUT. */
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { PresealDraft } from '#schemas/generated/api/preseal-draft.ts'
import type { Preseal } from '#schemas/generated/entities/preseal.ts'
import type { Scope } from '../../lib/scope.ts'
import type { StartedModule } from '../../module.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ResourceDescription } from '../../resource/description.ts'
import { resourceService } from '../../resource/service.ts'
import { startResource } from '../../resource/start.ts'

const authz: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Pre-seals']

export const startPreseals = (resource: ResourceDescription<Preseal, PresealDraft>): StartedModule => ({
  routes(api, parts) {
    startResource(resource).routes?.(api, parts)
    const service = resourceService(resource, parts)
    const params = ref('api/id-params')
    const ofLocal = async (scope: Scope, local: number) =>
      (await service.list(scope, {})).filter((one) => one.local === local)
    api.get<{ Params: IdParams }>(
      '/preseal/local/:id',
      {
        config: { authz },
        schema: { tags, summary: 'Pre-seals of a local', params, response: { 200: listOf('entities/preseal') } },
      },
      (request) => ofLocal(callerOf(request).scope, request.params.id),
    )
    for (const action of ['on', 'off'] as const)
      api.put<{ Params: IdParams }>(
        `/preseal/:id/${action}`,
        {
          config: { authz },
          schema: {
            tags,
            summary: `A pre-seal: switch it ${action}`,
            params,
            response: { 200: ref('entities/preseal') },
          },
        },
        // A PUT of the specification may be repeated: existing members stay.
        async (request) => {
          const { scope } = callerOf(request)
          const { id } = request.params
          const preseal = await service.find(scope, id)
          return preseal.status === action ? preseal : service.act!(scope, id, action)
        },
      )
  },
})

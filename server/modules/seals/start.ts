/** The calls of seals besides those of every noun: those of a local, and the other of valid and invalid. */
import type { SealDraft } from '#schemas/generated/api/seal-draft.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { Seal } from '#schemas/generated/entities/seal.ts'
import type { Scope } from '../../lib/scope.ts'
import type { StartedModule } from '../../module.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ResourceDescription } from '../../resource/description.ts'
import { resourceService } from '../../resource/service.ts'
import { startResource } from '../../resource/start.ts'

const authz: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Seals']

export const startSeals = (resource: ResourceDescription<Seal, SealDraft>): StartedModule => ({
  routes(api, parts) {
    startResource(resource).routes?.(api, parts)
    const service = resourceService(resource, parts)
    const params = ref('api/id-params')
    const ofLocal = async (scope: Scope, local: number) =>
      (await service.list(scope, {})).filter((one) => one.local === local)
    async function toggle(scope: Scope, id: number) {
      const { valid } = await service.find(scope, id)
      // The read state decides: a concurrent request gets a conflict.
      return service.act!(scope, id, valid ? 'invalidate' : 'validate')
    }
    api.get<{ Params: IdParams }>(
      '/seals/local/:id',
      {
        config: { authz },
        schema: { tags, summary: 'Seals of a local', params, response: { 200: listOf('entities/seal') } },
      },
      (request) => ofLocal(callerOf(request).scope, request.params.id),
    )
    api.post<{ Params: IdParams }>(
      '/seals/:id/toggle/valid',
      {
        config: { authz },
        schema: {
          tags,
          summary: 'A seal: invalid where it is valid, and valid again',
          params,
          response: { 200: ref('entities/seal') },
        },
      },
      (request) => toggle(callerOf(request).scope, request.params.id),
    )
  },
})

/** The call of pre-setups besides those of every noun: the list, of one local where one is named. */
import type { PresetupDraft } from '#schemas/generated/api/presetup-draft.ts'
import type { PresetupsQuery } from '#schemas/generated/api/presetups-query.ts'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import type { Scope } from '../../lib/scope.ts'
import type { StartedModule } from '../../module.ts'
import { callerOf } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { ResourceDescription } from '../../resource/description.ts'
import { resourceService } from '../../resource/service.ts'
import { startResource } from '../../resource/start.ts'

export const startPresetups = (resource: ResourceDescription<Presetup, PresetupDraft>): StartedModule => ({
  routes(api, parts) {
    startResource(resource).routes?.(api, parts)
    const service = resourceService(resource, parts)
    async function ofLocal(scope: Scope, local: number | undefined) {
      const all = await service.list(scope, {})
      return local === undefined ? all : all.filter((one) => one.local === local)
    }
    api.get<{ Querystring: PresetupsQuery }>(
      '/presetup/list',
      {
        config: { authz: { subjects: 'admin', tenant: 'none' } },
        schema: {
          tags: ['Pre-setups'],
          summary: 'All pre-setups, or those of a local',
          querystring: ref('api/presetups-query'),
          response: { 200: listOf('entities/presetup') },
        },
      },
      (request) => ofLocal(callerOf(request).scope, request.query.local),
    )
  },
})

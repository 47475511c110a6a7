import type { StartedModule } from '../module.ts'
import { RECENT_AUTH_ADMIN } from '../plugins/access.ts'
import { collectionRoutes } from '../plugins/collection.ts'
import type { ResourceDescription, Seen, Stored } from './description.ts'
import { resourceService } from './service.ts'

/** The calls of a described noun. */
export const startResource = <Entity extends Stored, Draft extends Seen>(
  resource: ResourceDescription<Entity, Draft>,
): StartedModule => ({
  routes(api, parts) {
    const { name, schema, tag, changes } = resource
    const authz = { subjects: 'admin', tenant: 'none' } as const
    collectionRoutes(
      api,
      {
        path: `/${name}`,
        tag,
        one: `One of the ${name}`,
        many: name,
        authz,
        ...(changes === 'confirmed' && { changes: RECENT_AUTH_ADMIN }),
        entity: `entities/${schema}`,
        draft: `api/${schema}-draft`,
      },
      resourceService(resource, parts),
    )
  },
})

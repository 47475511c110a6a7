import type { FastifyInstance } from 'fastify'
import { RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import { collectionRoutes } from '../../plugins/collection.ts'
import type { GroupService } from './service.ts'

export function groupRoutes(app: FastifyInstance, { groups }: { groups: GroupService }) {
  collectionRoutes(
    app,
    {
      path: '/security/group',
      tag: 'Security',
      one: 'A group',
      many: 'groups, by name',
      authz: { subjects: 'admin', tenant: 'none' },
      changes: RECENT_AUTH_ADMIN,
      entity: 'entities/group',
      draft: 'api/group-draft',
    },
    groups,
  )
}

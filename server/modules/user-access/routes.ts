import type { FastifyInstance } from 'fastify'
import { RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import { collectionRoutes } from '../../plugins/collection.ts'
import type { UserAccessService } from './service.ts'

export function userAccessRoutes(app: FastifyInstance, { userAccess }: { userAccess: UserAccessService }) {
  collectionRoutes(
    app,
    {
      path: '/security/user_access',
      tag: 'Security',
      one: 'An access of a user to a client',
      many: 'accesses of users to clients',
      authz: { subjects: 'admin', tenant: 'none' },
      changes: RECENT_AUTH_ADMIN,
      entity: 'entities/user-access',
      draft: 'api/user-access-draft',
      query: 'api/user-access-query',
    },
    userAccess,
  )
}

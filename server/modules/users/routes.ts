import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { callerOf, RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { collectionRoutes } from '../../plugins/collection.ts'
import { ref } from '../../plugins/schemas.ts'
import type { UserService } from './service.ts'

const authz: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Users']

export function userRoutes(app: FastifyInstance, { users }: { users: UserService }) {
  collectionRoutes(
    app,
    {
      path: '/users',
      tag: 'Users',
      one: 'An account',
      many: 'accounts of people, by username',
      authz,
      changes: RECENT_AUTH_ADMIN,
      entity: 'entities/user-account',
      draft: 'api/user-draft',
      query: 'api/users-query',
    },
    users,
  )

  for (const [path, enabled, summary] of [
    ['enable', true, 'Let an account sign in again'],
    ['disable', false, 'Keep an account from signing in and end its sessions'],
  ] as const) {
    app.post<{ Params: IdParams; Reply: UserAccount }>(
      `/users/:id/${path}`,
      {
        config: { authz: RECENT_AUTH_ADMIN, ...(!enabled && { evenFull: true as const }) },
        schema: { tags, summary, params: ref('api/id-params'), response: { 200: ref('entities/user-account') } },
      },
      (request) => users.setEnabled(callerOf(request).scope, request.params.id, enabled),
    )
  }
}

import type { FastifyInstance } from 'fastify'
import { hasAccess } from '#domain/access'
import type { DashboardEntry } from '#schemas/generated/entities/dashboard-entry.ts'
import { callerOf } from '../../plugins/access.ts'
import { listOf } from '../../plugins/schemas.ts'
import type { BuiltIn } from './built-in.ts'

export function dashboardRoutes(app: FastifyInstance, { builtIn }: { builtIn: readonly BuiltIn[] }) {
  app.get<{ Reply: DashboardEntry[] }>(
    '/users/dashboards',
    { config: { authz: { subjects: 'user', tenant: 'self' } }, schema: { tags: ['Dashboards'], summary: 'The dashboards that the caller may open', response: { 200: listOf('entities/dashboard-entry') } } },
    (request) => {
      const { account, user } = callerOf(request)
      return Promise.resolve(builtIn.filter(({ flag }) => flag === null || hasAccess(account, flag)).map(({ id, flag, name }) => ({ id, name: name(user.properties.lang), flag })))
    },
  )
}

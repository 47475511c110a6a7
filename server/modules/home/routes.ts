import type { FastifyInstance } from 'fastify'
import type { Home } from '#schemas/generated/entities/home.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { HomeService } from './service.ts'

/** Each part asks for its own right; an account without any is answered with nothing. */
const authz: Authz = { subjects: 'user', tenant: 'clients' }

export function homeRoutes(app: FastifyInstance, { home }: { home: HomeService }) {
  app.get<{ Reply: Home }>(
    '/home',
    {
      config: { authz },
      schema: {
        tags: ['Home'],
        summary:
          'Yesterday and this week against last year with footCompare, open alerts with canAlerts, devices that are ' +
          'down with footStatus',
        response: { 200: ref('entities/home') },
      },
    },
    (request) => home.of(callerOf(request)),
  )
}

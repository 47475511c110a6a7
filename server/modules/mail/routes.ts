import type { FastifyInstance } from 'fastify'
import { ANYONE } from '../../plugins/access.ts'
import { listOf } from '../../plugins/schemas.ts'
import { mailboxPage } from './mailbox-page.ts'
import type { MailService } from './service.ts'

/** Registered in demo mode only: whoever may read these mails may become anyone. */
export function mailboxRoutes(app: FastifyInstance, { mail }: { mail: MailService }) {
  app.get(
    '/demo/mailbox',
    {
      config: { authz: ANYONE },
      schema: { tags: ['Demo'], summary: 'The mails of the demo: a page, or JSON where Accept asks for it', response: { 200: { content: { 'application/json': { schema: listOf('entities/mail') }, 'text/html': { schema: { type: 'string' } } } } } },
    },
    async (request, reply) => {
      const mails = await mail.mailbox()
      if (request.headers.accept?.includes('application/json') === true) return reply.type('application/json; charset=utf-8').send(mails)
      return reply.type('text/html; charset=utf-8').send(mailboxPage(mails))
    },
  )
}

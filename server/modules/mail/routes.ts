import type { FastifyInstance } from 'fastify'
import type { FileParams } from '#schemas/generated/api/file-params.ts'
import { FILE, sendFile } from '../../lib/file-answer.ts'
import { ANYONE } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import { mailboxPage } from './mailbox-page.ts'
import type { MailService } from './service.ts'

/** Registered in demo mode only: a reader of these mails may become anyone. */
export function mailboxRoutes(app: FastifyInstance, { mail }: { mail: MailService }) {
  app.get(
    '/demo/mailbox',
    {
      config: { authz: ANYONE },
      schema: {
        tags: ['Demo'],
        summary: 'The mails of the demo: a page, or JSON where Accept asks for it',
        response: {
          200: {
            content: {
              'application/json': { schema: listOf('entities/mail') },
              'text/html': { schema: { type: 'string' } },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const mails = await mail.mailbox()
      if (request.headers.accept?.includes('application/json') === true)
        return reply.type('application/json; charset=utf-8').send(mails)
      return reply.type('text/html; charset=utf-8').send(mailboxPage(mails))
    },
  )

  app.get<{ Params: FileParams }>(
    '/demo/mailbox/:id/files/:file',
    {
      config: { authz: ANYONE },
      schema: {
        tags: ['Demo'],
        summary: 'A file that went with a mail of the demo',
        params: ref('api/file-params'),
        response: { 200: FILE },
      },
    },
    async (request, reply) => {
      const file = await mail.file(request.params.id, request.params.file)
      return file === undefined ? reply.callNotFound() : sendFile(reply, file)
    },
  )
}

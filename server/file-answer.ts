/** Files made by the product, as answers: one way to name and type them. */
import type { FastifyReply } from 'fastify'

/** Types of files of reports, which also go with mails. */
const TYPES = ['application/pdf', 'text/csv', 'application/zip']

/** What a route says of its answer. */
export const FILE = { description: 'The file.', content: Object.fromEntries(TYPES.map((type) => [type, { schema: { type: 'string' } }])) }

/** Sends bytes to be saved under a name of any alphabet. */
export function sendFile(reply: FastifyReply, { name, type, bytes }: { name: string; type: string; bytes: Buffer }): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`).send(bytes)
}

/** The sender of a request, as far as the network shows. */
import type { FastifyRequest } from 'fastify'
import type { Sender } from './authenticate.ts'

const AGENT_MAX = 300

/** The agent is what the browser says of itself: any text, so it is cut and kept on one line. */
export function senderOf({ ip, headers }: FastifyRequest): Sender {
  return { address: ip, agent: (headers['user-agent'] ?? '').replace(/[^\P{C} ]+/gu, ' ').slice(0, AGENT_MAX) }
}

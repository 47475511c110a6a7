/**
 * Answers in flight. A client that does not read holds what was made for them in memory: so an account has few
 * downloads at a time, and few megabytes of other answers that it has not read yet. A file is read from the disk as it
 * is fetched: what waits of it is less than 1 MB.
 */
import { finished } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, RETRY_AFTER_S } from '../lib/errors.ts'
import { network } from '../lib/network.ts'
import type { AccountQuotas } from '../lib/quotas.ts'

const MB = 1_000_000
/** Who reads makes room within this time: a page asks for many answers at once, and none of them is refused. */
const PATIENCE_MS = 3000
const LOOK_MS = 20
/** Smaller answers fit into what a connection holds anyway. */
const COUNTED_FROM = 16_384

/** Downloads in progress, each until its answer is sent or its connection has ended. */
export interface OpenTransfers {
  /** Counts one. Throws DOWNLOADS_EXCEEDED, UPLOADS_EXCEEDED. */
  take(account: number, reply: FastifyReply): void
  /** Throws where `take` would. */
  requireRoom(account: number): void
}

declare module 'fastify' {
  interface FastifyInstance {
    openDownloads: OpenTransfers
    openUploads: OpenTransfers
  }
}

export function registerOpenAnswers(
  app: FastifyInstance,
  { downloads, uploads, unreadMb }: AccountQuotas,
  patienceMs = PATIENCE_MS,
): void {
  const unread = new Map<string, number>()
  const whole = unreadMb * MB

  app.decorate(
    'openDownloads',
    transfers(
      downloads,
      (most) =>
        new AppError(
          'DOWNLOADS_EXCEEDED',
          `${most} downloads of this account are in progress; at most ${most} are at a time. Wait until one has ` +
            'ended.',
          { most, retryAfterS: RETRY_AFTER_S },
        ),
    ),
  )
  app.decorate(
    'openUploads',
    transfers(
      uploads,
      (most) =>
        new AppError(
          'UPLOADS_EXCEEDED',
          `${most} files of this account are being sent or read; at most ${most} are at a time. Wait until ` +
            'one has ended.',
          { most, retryAfterS: RETRY_AFTER_S },
        ),
    ),
  )

  async function requireRead(key: string, more: number): Promise<void> {
    for (let waited = 0; ; waited += LOOK_MS) {
      const waiting = unread.get(key) ?? 0
      if (waiting === 0 || waiting + more <= whole) return
      if (waited >= patienceMs)
        throw new AppError(
          'UNREAD_ANSWERS_EXCEEDED',
          `${Math.ceil(waiting / MB)} MB of answers have not been read yet; at most ${unreadMb} MB wait at a time. ` +
            'Read them, or ask for less.',
          { megabytes: unreadMb, retryAfterS: RETRY_AFTER_S },
        )
      await pause(LOOK_MS)
    }
  }
  // Before the work, and again with what has come out of it.
  app.addHook('preHandler', (request) => requireRead(keyOf(request), 1))
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (bytes < COUNTED_FROM) return
    await requireRead(keyOf(request), bytes)
    holdUntilSent(reply, unread, keyOf(request), bytes)
  })
}

function transfers(most: number, exceeded: (most: number) => AppError): OpenTransfers {
  const held = new Map<string, number>()
  function requireRoom(account: number): void {
    if ((held.get(String(account)) ?? 0) >= most) throw exceeded(most)
  }
  return {
    requireRoom,
    take(account, reply) {
      requireRoom(account)
      holdUntilSent(reply, held, String(account), 1)
    },
  }
}

/** Strangers are identified by their network. */
const keyOf = ({ caller, ip }: FastifyRequest): string =>
  (caller ?? null) === null ? network(ip) : String(caller?.user.id)

function holdUntilSent({ raw }: FastifyReply, held: Map<string, number>, key: string, amount: number): void {
  held.set(key, (held.get(key) ?? 0) + amount)
  finished(raw, () => {
    const left = (held.get(key) ?? 0) - amount
    if (left > 0) held.set(key, left)
    else held.delete(key)
  })
}

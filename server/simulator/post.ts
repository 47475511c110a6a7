import type { Delivery } from './player.ts'

export interface Posted {
  stored: number
  /** Refused for good, by code. */
  readonly refused: Map<string, number>
  /** Times a message had to be sent again. */
  retries: number
  /** Failed for good after many attempts. */
  lost: number
}

export interface PosterOptions {
  /** Address of the server, without a slash at the end. */
  readonly server: string
  readonly tries?: number
  readonly atOnce?: number
  readonly wait?: (ms: number) => Promise<void>
}

const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/**
 * Sends messages as devices do: those of one device one after the other, several devices at once, and again while the
 * server cannot take them. Final refusals are counted by their code.
 */
export function createPoster({
  server,
  tries = 8,
  atOnce = 8,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: PosterOptions) {
  const posted: Posted = { stored: 0, refused: new Map(), retries: 0, lost: 0 }

  async function sendOne({ device, written }: Delivery): Promise<void> {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const answer = await fetch(server + written.path, {
        method: 'POST',
        headers: { 'content-type': written.type, authorization: `Bearer ${device.key}` },
        body: written.body,
      }).catch(() => null)
      if (answer?.ok) {
        await answer.arrayBuffer()
        posted.stored += 1
        return
      }
      if (answer !== null && answer.status < 500 && answer.status !== 429 && answer.status !== 408) {
        const { code = String(answer.status) } = (await answer.json().catch(() => ({}))) as { code?: string }
        posted.refused.set(code, (posted.refused.get(code) ?? 0) + 1)
        return
      }
      await answer?.arrayBuffer()
      posted.retries += 1
      const retryAfterMs = Number(answer?.headers.get('retry-after')) * 1000
      await wait(
        retryAfterMs > 0 ? retryAfterMs : Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** attempt) * (0.5 + Math.random()),
      )
    }
    posted.lost += 1
  }

  return {
    posted,
    /** Resolves when each was stored, refused or failed for good. */
    async send(deliveries: readonly Delivery[]): Promise<void> {
      const queues = [...Map.groupBy(deliveries, ({ device }) => device.mac).values()]
      await Promise.all(
        Array.from({ length: Math.min(atOnce, queues.length) }, async () => {
          for (let queue = queues.shift(); queue; queue = queues.shift())
            for (const delivery of queue) await sendOne(delivery)
        }),
      )
    },
  }
}

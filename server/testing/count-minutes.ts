/** Counts of one device, a person each minute, sent to a running server as devices do. For tests only. */
import { expect } from 'vitest'

const MINUTE = 60_000

interface Counting {
  readonly address: string
  /** Of the device. */
  readonly key: string
  readonly mac: string
  /** Start of the first minute, epoch ms. */
  readonly begin: number
  readonly minutes: number
  /** After each minute, by its number from 0. */
  readonly after?: (minute: number) => Promise<void> | void
}

/** Sends one message a minute, each acknowledged before the next. */
export async function countMinutes({ address, key, mac, begin, minutes, after }: Counting): Promise<void> {
  for (let i = 0; i < minutes; i += 1) {
    const answer = await fetch(`${address}/api/ingest/readings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': key },
      body: JSON.stringify({
        mac,
        readings: [{ kind: 'count', start: begin + i * MINUTE, end: begin + (i + 1) * MINUTE, in: 1, out: 0 }],
      }),
    })
    expect(answer.status).toBe(202)
    await after?.(i)
  }
}

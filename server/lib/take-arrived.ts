/** Requests that have arrived are accepted and read before the server stops listening. */
import type { Server } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'

/** Nothing came for so long: on a busy machine the system itself is late with what was sent. */
const QUIET_MS = 50
/** Turns of the event loop after that: a thread that was held up meets its timers before what has arrived. */
const TURNS = 3

/**
 * Waits until the system holds no connection and no request for the server: closed before, it would reset them though
 * they were sent in time, as they are on a machine too busy to accept them (a turn accepts one).
 *
 * @param maxMs for where others go on sending
 */
export async function takeArrived(server: Server, maxMs: number): Promise<void> {
  let isQuiet = false
  const came = () => {
    isQuiet = false
  }
  server.on('connection', came).on('request', came)
  const end = performance.now() + maxMs
  while (!isQuiet && performance.now() < end) {
    isQuiet = true
    await setTimeout(QUIET_MS)
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
  }
  server.off('connection', came).off('request', came)
}

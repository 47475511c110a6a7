/**
 * Another caller, which asks small things of the server, in a process of their own: what the sender of a large file
 * waits for is not theirs.
 */
import { setTimeout as sleep } from 'node:timers/promises'

const ASK_MS = 10
const [address = '', token = ''] = process.argv.slice(2)

let times: number[] = []
/** Says how long each request took since the last time it was asked, ms. */
process.on('message', () => {
  process.send?.(times)
  times = []
})
for (;;) {
  const at = performance.now()
  const answer = await fetch(`${address}/api/me`, { headers: { access_token: token } })
  if (!answer.ok) throw new Error(`/me answered ${answer.status}.`)
  await answer.arrayBuffer()
  times.push(performance.now() - at)
  await sleep(ASK_MS)
}

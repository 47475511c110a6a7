/**
 * A process to be killed: eight writers send batches one after the other and say on the standard output which were
 * acknowledged. `node writer.ts FILE NEXT,NEXT,… [MAX]`: the first batch of each writer that is not known to be
 * acknowledged, and how many batches each sends at most.
 */
import { writeSync } from 'node:fs'
import { createDuckDbFactStore } from '../../server/facts/duckdb/store.ts'
import { batchOf } from './ledger.ts'

const [, , path = '', next = '', most = 'Infinity'] = process.argv
// A synchronous write: a line that was written is read by the parent even if the next instruction is never reached.
const say = (line: string) => writeSync(1, `${line}\n`)

const store = await createDuckDbFactStore({ path })
say('ready')

await Promise.all(
  next.split(',').map(async (first, w) => {
    for (let k = Number(first); k < Number(first) + Number(most); k += 1) {
      try {
        const report = await store.upsertTraffic(batchOf(w, k), `writer ${w}`)
        say(`ack ${w} ${k} ${report.accepted} ${report.duplicate}`)
        // A client that lost the answer sends again.
        if (k % 5 === 0) await store.upsertTraffic(batchOf(w, k), `writer ${w} again`)
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        say(`fail ${w} ${k} ${code} ${message}`)
        return
      }
    }
  }),
)
say('done')
await store.close().catch(() => undefined)

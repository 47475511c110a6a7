/**
 * The whole server, which kills itself in the middle of a piece of work. `node upload-server.ts DATA_DIR`: prints its
 * address once it listens. Commands on its input: a number N, and it dies before its Nth statement from then on, of the
 * catalog or of the facts; `committed`, and it dies when the facts have committed an upload or an undo. Each is
 * answered with `armed`.
 */
import { writeSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { createInterface } from 'node:readline'
import { DuckDBConnection } from '@duckdb/node-api'
import { readConfig } from '../../server/lib/config.ts'
import { start } from '../../server/start.ts'

const die = () => {
  process.kill(process.pid, 'SIGKILL')
}
let left = Number.POSITIVE_INFINITY
let diesCommitted = false
const count = () => {
  left -= 1
  if (left <= 0) die()
}

for (const name of ['run', 'get', 'all'] as const) {
  const original = StatementSync.prototype[name] as (this: StatementSync, ...given: unknown[]) => unknown
  StatementSync.prototype[name] = function counted(this: StatementSync, ...given: unknown[]) {
    count()
    return original.apply(this, given)
  } as never
}
/** A transaction that notes an upload or removes its note; jobs commit beside it. */
let isOfUpload = false
const { run } = DuckDBConnection.prototype
DuckDBConnection.prototype.run = async function counted(this: DuckDBConnection, ...given: Parameters<typeof run>) {
  count()
  const result = await run.apply(this, given)
  const [sql] = given
  if (sql === 'BEGIN') isOfUpload = false
  else if (/\b(?:INTO|FROM) uploads\b/.test(sql)) isOfUpload = true
  else if (sql === 'COMMIT' && isOfUpload && diesCommitted) die()
  return result
}

const [, , dataDir = ''] = process.argv
const config = readConfig(
  {
    DATA_DIR: dataDir,
    PORT: '0',
    SECRET_KEY: 'Xq7-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUi',
    LOG_LEVEL: 'error',
    NOTICE_MAIL: 'off',
    DRAIN_S: '0',
  },
  'production',
)
const running = await start({ config })
process.once('SIGTERM', () => {
  void running.close().then(() => process.exit(0))
})
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'committed') diesCommitted = true
  else left = Number(line)
  writeSync(1, 'armed\n')
})
writeSync(1, `ready ${running.address}\n`)

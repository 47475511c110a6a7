/** The whole server, to be killed. `node ingest-server.ts DATA_DIR`: says its address once it listens. */
import { writeSync } from 'node:fs'
import { start } from '../../server/start.ts'
import { configOf } from './ingest-config.ts'

const [, , dataDir = ''] = process.argv
const running = await start({ config: configOf(dataDir) })
// Before it says that it is there: on a busy machine the signal may come in between.
process.once('SIGTERM', () => {
  void running.close().then(() => process.exit(0))
})
writeSync(1, `ready ${running.address}\n`)

/** The whole server, to be killed. `node ingest-server.ts DATA_DIR`: says its address once it listens. */
import { writeSync } from 'node:fs'
import { readConfig } from '../../server/lib/config.ts'
import { start } from '../../server/start.ts'

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
// Before it says that it is there: on a busy machine the signal may come in between.
process.once('SIGTERM', () => {
  void running.close().then(() => process.exit(0))
})
writeSync(1, `ready ${running.address}\n`)

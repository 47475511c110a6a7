/** Looks at the data of a server and repairs what can be repaired. See `USAGE` and docs/doctor.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SYSTEM_CLOCK } from '../lib/clock.ts'
import { readOldKeys, readSecretKey, storeConfigIn } from '../lib/config.ts'
import { runDoctor } from '../doctor/index.ts'
import { StartError } from '../lib/errors.ts'
import { secretsOf } from '../lib/secrets.ts'

const USAGE = `Usage:
  npm run doctor [-- --repair] [--data-dir FOLDER]

Looks at the disk, the locks, the key, the catalog, the positions of locals, the facts, the journal and the files, and changes nothing.
With --repair, which needs the server stopped, it puts right what can be put right and says what is lost.
Ends with 0 when all is well, also after a repair without a loss; 1 when something is wrong or lost; 2 when it could not look.`

/** A demo keeps its key beside its data. */
function keyOfDemo(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
  } catch {
    return null
  }
}

try {
  const { values } = parseArgs({
    options: { repair: { type: 'boolean' }, 'data-dir': { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help === true) console.log(USAGE)
  else {
    const config = storeConfigIn(process.env, values['data-dir'])
    const secretKey = readSecretKey(process.env, 'demo') ?? keyOfDemo(config.dataDir)
    process.exitCode = await runDoctor({
      config,
      secrets: secretKey === null ? null : secretsOf(secretKey, readOldKeys(process.env)),
      repair: values.repair === true,
      now: SYSTEM_CLOCK.now(),
      print: (line) => {
        console.log(line)
      },
    })
  }
} catch (error) {
  console.error(
    error instanceof StartError ? `${error.code}: ${error.message}` : `${(error as Error).message}\n\n${USAGE}`,
  )
  process.exitCode = 2
}

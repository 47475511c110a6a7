/** `npm start` and, with --demo, `npm run demo`. */
import * as crypto from 'node:crypto'
import { join } from 'node:path'
import { PROCESS_ENV } from './lib/process-env.ts'

// The password hash needs 24.7: without this message an older one ends with the stack of a missing import.
if (!('argon2' in crypto)) {
  console.error(`NODE_TOO_OLD: this is Node ${process.versions.node}; expected 24.7 or newer.`)
  process.exit(1)
}
// The process begins anew with its environment, under the same number, before anything is opened.
if (process.execve !== undefined && Object.keys(PROCESS_ENV).some((name) => process.env[name] === undefined)) {
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, join(import.meta.dirname, 'serve.ts'), ...process.argv.slice(2)],
    { ...PROCESS_ENV, ...process.env },
  )
}
const { serve } = await import('./serve.ts')
await serve()

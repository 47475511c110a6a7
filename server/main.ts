/** `npm start` and, with --demo, `npm run demo`. */
import { join } from 'node:path'
import { PROCESS_ENV } from './process-env.ts'

// The process begins anew with its environment, under the same number, before anything is opened.
if (process.execve !== undefined && Object.keys(PROCESS_ENV).some((name) => process.env[name] === undefined)) {
  process.execve(process.execPath, [process.execPath, ...process.execArgv, join(import.meta.dirname, 'serve.ts'), ...process.argv.slice(2)], { ...PROCESS_ENV, ...process.env })
}
const { serve } = await import('./serve.ts')
await serve()

/** `npm start` and, with --demo, `npm run demo`. */
import { ALLOCATOR } from './allocator.ts'

// Only the system's loader reads these, so the process begins anew with them, under the same number, before anything is opened.
const [name, value] = ALLOCATOR
if (process.platform === 'linux' && process.execve !== undefined && process.env[name] === undefined) {
  process.execve(process.execPath, [process.execPath, ...process.execArgv, import.meta.filename, ...process.argv.slice(2)], { ...process.env, [name]: value })
}
await import('./serve.ts')

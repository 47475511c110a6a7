/** `npm run demo`: builds the page where needed, then starts the server in demo mode with the demo data and logins. */
import { buildIfStale } from './build-if-stale.ts'

await buildIfStale()
process.argv.push('--demo')
await import('../server/main.ts')

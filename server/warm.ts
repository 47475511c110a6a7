/**
 * `node server/warm.ts` loads whatever a server may load later, threads' code included, and starts nothing: so that it is in the cache of compiled
 * code before the first start (process-env.ts). Run by the build of the page.
 */
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const LATER = ['server/serve.ts', 'server/demo/index.ts', 'server/uploads/parse.worker.ts', 'server/modules/holidays/official-worker.ts', 'src/sources/index.ts', ...globSync('widgets/*/{index,model}.ts', { cwd: root })]
for (const file of LATER) await import(pathToFileURL(join(root, file)).href)
// A thread's file may wait for messages.
process.exit(0)

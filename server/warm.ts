/**
 * `node server/warm.ts` loads all code that a server may load later, threads' code included, and starts nothing: so
 * that it is in the cache of compiled code before the first start (process-env.ts). Run by the build of the page, and
 * by `npm run warm` after an install from the package.
 */
import { globSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROCESS_ENV } from './lib/process-env.ts'

// Does nothing where the variable of PROCESS_ENV is set already.
enableCompileCache(PROCESS_ENV.NODE_COMPILE_CACHE)
const root = resolve(import.meta.dirname, '..')
const LATER = [
  'server/serve.ts',
  'server/demo/index.ts',
  'server/modules/uploads/parse.worker.ts',
  'server/modules/holidays/official-worker.ts',
  'src/sources/index.ts',
  ...globSync('widgets/*/{index,model}.ts', { cwd: root }),
]
for (const file of LATER) await import(pathToFileURL(join(root, file)).href)
// A thread's file may wait for messages.
process.exit(0)

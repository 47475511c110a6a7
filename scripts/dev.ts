/**
 * `npm run dev`: the demo server, restarted when server code changes, behind Vite with hot reload on
 * http://localhost:5173.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createServer } from 'vite'
import { writeGenerated } from './generated.ts'

writeGenerated()

const root = resolve(import.meta.dirname, '..')
const port = process.env.PORT ?? '8080'
const server = spawn(
  process.execPath,
  [
    '--watch-path=server',
    '--watch-path=src/domain',
    '--watch-path=schemas',
    '--watch-path=src/engine/core',
    '--watch-path=layouts',
    'server/main.ts',
    '--demo',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: port },
  },
)
process.env.AFORO_SERVER = `http://127.0.0.1:${port}`
const vite = await createServer({ root, configFile: resolve(root, 'vite.config.ts') })
// A schema that is saved takes effect as code does.
vite.watcher.on('change', (file) => {
  if (!file.endsWith('.schema.json')) return
  try {
    writeGenerated()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
})
await vite.listen()
vite.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.kill(signal)
    void vite.close().then(() => process.exit(0))
  })
}

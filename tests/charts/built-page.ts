/** The page of charts (page.tsx), built and served: React for development keeps what it has drawn. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

export interface BuiltPage {
  readonly address: string
  close(): Promise<void>
}

export async function builtPage(): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'aforo-charts-'))
  const page = { root: import.meta.dirname, configFile: false, logLevel: 'error' } as const
  await build({
    ...page,
    plugins: [react()],
    build: { outDir: folder, target: 'es2023', chunkSizeWarningLimit: 10_000 },
  })
  const server = await preview({ ...page, build: { outDir: folder }, preview: { port: 0, host: '127.0.0.1' } })
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

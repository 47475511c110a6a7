/** Builds a bench page with Vite, serves it, and runs its worker in a real Chromium. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, preview } from 'vite'
import { launchChromium } from '../../scripts/chromium.ts'

const root = resolve(import.meta.dirname, '..', '..')
const peers = join(root, 'bench', 'peers')

/**
 * Drawn by the compositor's own software, not by GL emulated in software: with that, the page's main thread waits 0.1 s
 * and more, on a busy machine 30 s, for the drawing thread about one second after each navigation, when the page before
 * is taken down.
 */
export const DRAWN_IN_SOFTWARE = ['--disable-gpu-compositing'] as const

/** The peers are no part of the product; they are installed the first time a bench runs. */
export async function installPeers(): Promise<void> {
  if (existsSync(join(peers, 'node_modules', 'arquero'))) return
  console.error('bench: installing peers into bench/peers')
  await promisify(execFile)(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts'],
    { cwd: peers, shell: process.platform === 'win32' },
  )
}

/** Runs `bench/<name>/index.html` with a message for its worker; every message back but the last is progress. */
export async function inBrowser<T>(name: string, message: unknown): Promise<T> {
  await installPeers()
  const outDir = join(root, 'bench', 'out', `${name}-page`)
  const page = {
    root: join(root, 'bench', name),
    configFile: false,
    logLevel: 'warn',
    base: './',
    worker: { format: 'es' },
  } as const
  await build({
    ...page,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: false,
      chunkSizeWarningLimit: 100_000,
    },
  })
  const server = await preview({ ...page, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const browser = await launchChromium({ args: ['--js-flags=--max-old-space-size=8192'] })
  try {
    const tab = await browser.newPage()
    tab.on('console', (entry) => console.error(`bench: ${entry.text()}`))
    tab.on('pageerror', (error) => console.error(`bench: ${error.message}`))
    await tab.goto(server.resolvedUrls?.local[0] ?? '')
    return (await tab.evaluate(
      (given) => (globalThis as unknown as { run: (message: unknown) => Promise<unknown> }).run(given),
      message,
    )) as T
  } finally {
    await browser.close()
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}

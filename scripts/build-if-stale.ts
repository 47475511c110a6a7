/**
 * Builds the page unless `dist/app` already holds a build of exactly these sources. The stamp is a hash over the names,
 * sizes and contents of everything the build reads, so a second `npm run demo` starts at once and a changed file is
 * never missed.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PROCESS_ENV } from '../server/lib/process-env.ts'
import { writeGenerated } from './generated.ts'

const root = resolve(import.meta.dirname, '..')
const INPUTS = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'scripts/{aria-locales,checked-layouts,compiled-ahead,monaco-styles,no-facades,preload-list,shown-texts}.ts',
  'public/**/*',
  'layouts/*.json',
  '{src,widgets,workers,schemas}/**/*.{ts,tsx,js,css,json}',
]
const NOT_SHIPPED = /\.(test|stories)\.tsx?$/

async function stampOfSources(): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(INPUTS, { cwd: root, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !NOT_SHIPPED.test(path)) files.push(path)
  }
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex')
}

/** Returns true when it had to build. */
export async function buildIfStale(log: (line: string) => void = console.log): Promise<boolean> {
  writeGenerated()
  const stampFile = join(root, 'dist/app/.stamp')
  const stamp = await stampOfSources()
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false
  log('Building the page …')
  // Only now: loading the bundler alone takes longer than the rest of a second start.
  const { build } = await import('vite')
  // A test runner sets NODE_ENV=test, and React would be built for development: slower, and every effect twice.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({ root, configFile: join(root, 'vite.config.ts'), mode: 'production', logLevel: 'warn' })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
  await warmServer()
  await writeFile(stampFile, stamp)
  return true
}

/** Fills the server's cache of compiled code, from empty, so that no code of older sources piles up. */
export async function warmServer(): Promise<void> {
  await rm(PROCESS_ENV.NODE_COMPILE_CACHE, { recursive: true, force: true })
  const child = spawn(process.execPath, ['server/warm.ts'], {
    cwd: root,
    env: { ...process.env, ...PROCESS_ENV },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`server/warm.ts ended with ${code}; 0 was expected.`)
}

if (import.meta.main) {
  try {
    console.log((await buildIfStale()) ? 'dist/app is built' : 'dist/app is up to date')
  } catch (cause) {
    // A sentence says what to do; the stack of a build script does not.
    console.error(cause instanceof Error ? cause.message : cause)
    process.exit(1)
  }
}

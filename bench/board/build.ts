/** Production builds of the contestants, each only when its sources changed. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { build, loadConfigFromFile, type Plugin } from 'vite'
import { moduleOf } from '../../scripts/checked-layouts.ts'
import { compiledAhead } from '../../scripts/compiled-ahead.ts'
import { noFacades } from '../../scripts/no-facades.ts'
import { filesOf } from '../../scripts/preload-list.ts'
import { shownTexts } from '../../scripts/shown-texts.ts'
import { LAYOUT_TEXT, VIEW_TYPES } from './ours/layout.ts'
import { staticSources } from './ours/sources.ts'

const run = promisify(execFile)
export const root = resolve(import.meta.dirname, '../..')

/** Peers have manifests and locks of their own; the first run needs the registry. */
export async function installPeer(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return
  console.error(`Installing ${folder.slice(root.length + 1)} …`)
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, maxBuffer: 64 << 20 })
}

async function stampOf(patterns: readonly string[]): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true, exclude: ['**/node_modules/**'] })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

/** The product's entry is `main.tsx`; what a page needs from the start is in one file with it. */
const ENTRIES = ['ours', 'tabs', 'repeat'].map((page) => `/bench/board/${page}/page.tsx`)
const isEntry = (module: string) => ENTRIES.some((entry) => module.endsWith(entry))

interface Group {
  readonly name: unknown
  readonly test?: (module: string) => boolean
}

/** The chunking of the product's build, so that our board is split like the product. */
async function productOutput() {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(root, 'vite.config.ts'),
    undefined,
    'silent',
  )
  const options = loaded?.config.build?.rolldownOptions
  const output = options?.output as { readonly codeSplitting?: { readonly groups?: readonly Group[] } } | undefined
  const all = output?.codeSplitting?.groups ?? []
  const isFrame = all.find(({ name }) => name === 'signed-in')?.test ?? (() => false)
  // A board has no frame around it: what it has of that file comes with the page.
  const groups = all
    .filter(({ name }) => name !== 'signed-in')
    .map((group) =>
      group.name === 'base' ? { ...group, test: (module: string) => isEntry(module) || isFrame(module) } : group,
    )
  return { ...options, output: { ...output, codeSplitting: { groups } } } as typeof options
}

/** The views are named in the document, as the product's server does for its dashboards. */
const namesViews: Plugin = {
  name: 'names-views',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as unknown as Parameters<
      typeof filesOf
    >[0]
    const { scripts, styles } = filesOf(chunks, VIEWS, new Set(filesOf(chunks, ENTRIES, new Set()).scripts))
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('The build has no index.html to name the views in.')
    page.source = String(page.source).replace(
      '</head>',
      `${[
        ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
        ...scripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
      ].join('')}</head>`,
    )
  },
}
const VIEWS = VIEW_TYPES.map((type) => `/widgets/${type}/view.tsx`)

/** The document is read and checked when the page is built, as those are that ship with the product. */
const checksDocument: Plugin = {
  name: 'checks-document',
  load: {
    filter: { id: /\/ours\/layout\.ts\?checked$/ },
    handler: () =>
      moduleOf(
        LAYOUT_TEXT,
        'the board',
        staticSources(() => Promise.reject(new Error('A build asks for no figures.'))),
      ),
  },
}

/**
 * Builds the page in `folder` to bench/out/board/<name>; answers where. `ours`: of the product's sources, cut into
 * chunks as the product is.
 */
export async function buildPage(name: string, folder: string, ours = false): Promise<string> {
  const out = join(root, 'bench/out/board', name)
  const stampFile = join(out, '.stamp')
  const here = folder.slice(root.length + 1)
  const product = ours
    ? [
        'vite.config.ts',
        'scripts/{preload-list,checked-layouts,compiled-ahead,shown-texts}.ts',
        'package-lock.json',
        '{src,widgets,workers,schemas}/**/*.{ts,tsx,js,css,json}',
      ]
    : []
  const stamp = await stampOf([`${here}/*.{ts,tsx,css,html,json}`, 'bench/board/{panels,build}.ts', ...product])
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return out
  console.error(`Building ${name} …`)
  await build({
    root: folder,
    configFile: false,
    base: '/',
    logLevel: 'error',
    plugins: [react(), ...(ours ? [compiledAhead(), noFacades(), shownTexts(), checksDocument, namesViews] : [])],
    publicDir: false,
    worker: { format: 'es' },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
      ...(ours && { rolldownOptions: await productOutput() }),
    },
  })
  await writeFile(stampFile, stamp)
  return out
}

/**
 * Writes `preload.json` beside the built page: for each built-in dashboard, the files its page will ask for one after the other
 * (frame, route, layout, views). The server names them in the document, so that they come at once (`server/plugins/app-files.ts`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { handsOn } from './no-facades.ts'

interface Chunk {
  readonly type: 'chunk'
  readonly fileName: string
  readonly moduleIds: readonly string[]
  readonly facadeModuleId: string | null
  readonly imports: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

export interface PreloadList { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/** Files with these modules and everything those import at once, each named once. What `given` has is left out. */
export function filesOf(chunks: readonly Chunk[], modules: readonly string[], given: ReadonlySet<string>): PreloadList {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Chunk>()
  const take = (chunk: Chunk | undefined) => {
    if (chunk === undefined || found.has(chunk) || given.has(chunk.fileName)) return
    found.add(chunk)
    for (const file of chunk.imports) take(byFile.get(file))
  }
  for (const module of modules) for (const chunk of chunks) if ([chunk.facadeModuleId ?? '', ...chunk.moduleIds].some((id) => id.endsWith(module))) take(chunk)
  return {
    scripts: [...found].map(({ fileName }) => fileName),
    styles: [...new Set([...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
  }
}

const ROUTE = ['/src/app/signed-in-route.tsx', '/src/app/dashboard-route.tsx']

/** The views a layout draws with, and its own text. */
export function modulesOf(folder: string, file: string): string[] {
  const layout = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { widgets: Readonly<Record<string, { type: string }>> }
  const types = new Set(Object.values(layout.widgets).map(({ type }) => type))
  return [...ROUTE, `/layouts/${file}?checked`, ...[...types].map((type) => `/widgets/${type}/view.tsx`)]
}

export function preloadList(root: string): Plugin {
  return {
    name: 'preload-list',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const all = Object.values(bundle).filter((file) => file.type === 'chunk') as unknown as (Chunk & { readonly code: string })[]
      // Nobody asks for those (`no-facades.ts`).
      const chunks = all.filter(({ code }) => handsOn(code) === null)
      const start = filesOf(chunks, ['/src/app/main.tsx'], new Set())
      const folder = join(root, 'layouts')
      const lists = readdirSync(folder).filter((file) => file.endsWith('.json')).map((file) => [basename(file, '.json'), filesOf(chunks, modulesOf(folder, file), new Set(start.scripts))])
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(Object.fromEntries(lists)) })
    },
  }
}

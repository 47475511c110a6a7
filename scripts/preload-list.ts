/**
 * Writes `preload.json` beside the built page: for each built-in dashboard, the files its page will ask for one after
 * the other (frame, route, layout, views). The server names them in the document, so that they come at once
 * (`server/plugins/app-files.ts`).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

export interface PreloadList {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** Files with these modules and everything those import at once, each named once. What `given` has is left out. */
export function filesOf(chunks: readonly Chunk[], modules: readonly string[], given: ReadonlySet<string>): PreloadList {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Chunk>()
  const take = (chunk: Chunk | undefined) => {
    if (chunk === undefined || found.has(chunk) || given.has(chunk.fileName)) return
    found.add(chunk)
    for (const file of chunk.imports) take(byFile.get(file))
  }
  for (const module of modules)
    for (const chunk of chunks)
      if ([chunk.facadeModuleId ?? '', ...chunk.moduleIds].some((id) => id.endsWith(module))) take(chunk)
  return {
    scripts: [...found].map(({ fileName }) => fileName),
    styles: [...new Set([...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
  }
}

const ROUTE = ['/src/app/signed-in-route.tsx', '/src/app/dashboard-route.tsx']

/** The views a layout draws with, and its own text. */
export function modulesOf(folder: string, file: string): string[] {
  return [
    ...ROUTE,
    `/layouts/${file}?checked`,
    ...[...typesOf(folder, file)].map((type) => `/widgets/${type}/view.tsx`),
  ]
}

/** The types of the widgets a layout draws with. */
function typesOf(folder: string, file: string): Set<string> {
  const layout = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    widgets: Readonly<Record<string, { type: string }>>
  }
  return new Set(Object.values(layout.widgets).map(({ type }) => type))
}

const layoutFiles = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.json'))

/** Built-in dashboards that draw with a type from which on its view comes with those of the other common types. */
const COMMON = 4

/**
 * The file of a widget's view: that of the built-in dashboard which alone draws with it, that of the common types when
 * at least four draw with it, else null, its own. A dozen files of two kilobytes cost more to ask for than to read. A
 * view that many draw with but that brings a chart kind of the library along is a file of its own, for those are ten
 * times as large. A widget's declaration is in no such file, for every page that knows widgets has it; nor is what is
 * in a folder `late`, which a view asks for when it needs it.
 */
export function viewsOf(root: string): (module: string) => string | null {
  const folder = join(root, 'layouts')
  const uses = layoutFiles(folder).map((file) => [basename(file, '.json'), typesOf(folder, file)] as const)
  return (module) => {
    const [, type = '', part] = /\/widgets\/([^/]+)\/([^?]*)$/.exec(module) ?? []
    const by = uses.filter(([, types]) => types.has(type))
    if (part === 'index.ts' || part?.startsWith('late/') === true) return null
    if (by.length >= COMMON) return registersKind(join(root, 'widgets', type)) ? null : 'views-common'
    return by.length === 1 ? `views-${by[0]?.[0]}` : null
  }
}

const registersKind = (folder: string): boolean => {
  const option = join(folder, 'option.ts')
  return existsSync(option) && /^register\(/m.test(readFileSync(option, 'utf8'))
}

export function preloadList(root: string): Plugin {
  return {
    name: 'preload-list',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const all = Object.values(bundle).filter((file) => file.type === 'chunk') as unknown as (Chunk & {
        readonly code: string
      })[]
      // Those are not asked for (`no-facades.ts`).
      const chunks = all.filter(({ code }) => handsOn(code) === null)
      const start = filesOf(chunks, ['/src/app/main.tsx'], new Set())
      const folder = join(root, 'layouts')
      const lists = layoutFiles(folder).map((file) => [
        basename(file, '.json'),
        filesOf(chunks, modulesOf(folder, file), new Set(start.scripts)),
      ])
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(Object.fromEntries(lists)) })
    },
  }
}

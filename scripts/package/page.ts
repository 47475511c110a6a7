/** Builds the page, and lists the npm packages in its files. */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const PLACE = /.*?((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+)/

/**
 * `node_modules/a/node_modules/b` of a file's path; undefined for our own files and for modules that a bundler makes
 * up.
 */
function placeIn(root: string, id: string): string | undefined {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '')
  return path.startsWith(`${root.replaceAll('\\', '/')}/`) || !path.startsWith('/')
    ? PLACE.exec(path)?.[1]?.slice(0, -1)
    : undefined
}

/** Places of the packages whose code, styles or files are in `outDir`. */
export async function buildPage(root: string, outDir: string): Promise<string[]> {
  const places = new Set<string>()
  const note = (id: string) => {
    const place = placeIn(root, id)
    if (place !== undefined) places.add(place)
  }
  const collector = (): Plugin => ({
    name: 'package-contents',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        // Of files that are no code (fonts, maps) the bundler keeps names relative to the root.
        if (file.type === 'chunk') for (const id of file.moduleIds) note(id)
        else for (const name of file.originalFileNames) note(join(root, name))
      }
    },
  })
  const { build } = await import('vite')
  const before = process.env.NODE_ENV
  // React for production, for any caller.
  process.env.NODE_ENV = 'production'
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'error',
      plugins: [collector()],
      worker: { plugins: () => [collector()] },
      build: { outDir, emptyOutDir: true },
    })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
  return [...places].toSorted()
}

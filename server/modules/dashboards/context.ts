/** The widgets and sources of this version, as the page knows them: what a document is checked against. Their views are never loaded. */
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WidgetDefinition } from '#engine/types'
import type { LoadContext } from '../../../src/engine/core/load.ts'

const WIDGETS = resolve(import.meta.dirname, '../../../widgets')

let known: Promise<LoadContext> | undefined

/** Read with the first document that is checked, not with the server. */
export const documentContext = (): Promise<LoadContext> => (known ??= read())

async function read(): Promise<LoadContext> {
  const { createSources } = await import('../../../src/sources/index.ts')
  const definitions = await Promise.all(globSync('*/index.ts', { cwd: WIDGETS }).sort().map(async (file) => {
    const { default: definition } = await import(pathToFileURL(join(WIDGETS, file)).href) as { default: WidgetDefinition }
    return [definition.type, definition] as const
  }))
  const refuse = () => Promise.reject(new Error('A document is checked without asking anything.'))
  return { widgets: new Map(definitions), sources: createSources({ frame: refuse, clients: refuse, locals: refuse, activeLocals: refuse, campaigns: refuse, open: refuse, adopt: refuse }) }
}

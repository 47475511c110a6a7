/**
 * The widgets and sources of this version, as the page knows them: what a document is checked against. Their views are
 * never loaded.
 */
import type { LoadContext } from '../../../src/engine/core/graph/load.ts'
import { widgetRegistry } from './widget-registry.ts'

let known: Promise<LoadContext> | undefined

/** Read with the first document that is checked, not with the server. */
export const documentContext = (): Promise<LoadContext> => (known ??= read())

async function read(): Promise<LoadContext> {
  const { createSources } = await import('../../../src/sources/index.ts')
  const refuse = () => Promise.reject(new Error('A document is checked without asking anything.'))
  return {
    widgets: await widgetRegistry(),
    sources: createSources({
      frame: refuse,
      clients: refuse,
      locals: refuse,
      activeLocals: refuse,
      campaigns: refuse,
      open: refuse,
      adopt: refuse,
    }),
  }
}

/** Names, arguments and columns of the sources. None of them can be asked. */
import { createSources } from '#sources'
import type { SourceRegistry } from '#engine/types'

export function namedSources(): SourceRegistry {
  const refuse = () => Promise.reject(new Error('a layout is checked without asking anything'))
  return createSources({
    frame: refuse,
    clients: refuse,
    locals: refuse,
    activeLocals: refuse,
    campaigns: refuse,
    open: refuse,
    adopt: refuse,
  })
}

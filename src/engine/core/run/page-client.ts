import type { Dashboard } from './dashboard-types.ts'

/** The client that a page is about; null where it has no such filter, or not one client is chosen. */
export function pageClient({ model, store }: Pick<Dashboard, 'model' | 'store'>): number | null {
  const key = clientFilter({ model })
  const value = key === null ? undefined : store.getState().params[key]?.value
  return typeof value === 'number' ? value : null
}

/** The filter of the page that chooses its client; null where it has none. */
export function clientFilter({ model }: Pick<Dashboard, 'model'>): string | null {
  for (const { key, definition, optionsQuery } of model.params.values()) {
    const { options } = definition
    const isNamed = options !== undefined && !Array.isArray(options) && options.names === 'client'
    if (isNamed || model.queries.get(optionsQuery ?? '')?.source.name === 'clients.list') return key
  }
  return null
}

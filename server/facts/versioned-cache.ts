/** LRU cache of one version per key. Concurrent reads are deduplicated; failures are not cached. */
export type VersionedCache<T> = (key: string, version: number, read: () => Promise<T>) => Promise<T>

export function createVersionedCache<T>(maxEntries: number): VersionedCache<T> {
  const entries = new Map<string, { readonly version: number; readonly reading: Promise<T> }>()
  return (key, version, read) => {
    const known = entries.get(key)
    const found = known?.version === version ? known : undefined
    const entry = found ?? { version, reading: read() }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    if (found === undefined)
      entry.reading.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
    return entry.reading
  }
}

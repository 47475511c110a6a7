/**
 * Keeps what was read for as long as its version stays the same, and lets those who ask meanwhile share one reading.
 * What failed is not kept.
 */
export type Kept<T> = (key: string, version: number, read: () => Promise<T>) => Promise<T>

/** @param most how many are kept; the one not asked for the longest goes first */
export function createKept<T>(most: number): Kept<T> {
  const kept = new Map<string, { readonly version: number; readonly reading: Promise<T> }>()
  return (key, version, read) => {
    const known = kept.get(key)
    const found = known?.version === version ? known : undefined
    const entry = found ?? { version, reading: read() }
    kept.delete(key)
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    if (found === undefined)
      entry.reading.catch(() => {
        if (kept.get(key) === entry) kept.delete(key)
      })
    return entry.reading
  }
}

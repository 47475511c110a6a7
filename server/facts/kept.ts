/** Keeps what was read until something is written, and lets those who ask meanwhile share one reading. What failed is not kept. */
export type Kept<T> = (key: string, read: () => Promise<T>) => Promise<T>

/**
 * @param version grows with every write
 * @param most how many are kept; the one not asked for the longest goes first
 */
export function createKept<T>(version: () => number, most: number): Kept<T> {
  let of = version()
  const kept = new Map<string, Promise<T>>()
  return (key, read) => {
    if (of !== version()) {
      of = version()
      kept.clear()
    }
    const found = kept.get(key)
    const reading = found ?? read()
    kept.delete(key)
    kept.set(key, reading)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    if (found === undefined) reading.catch(() => { if (kept.get(key) === reading) kept.delete(key) })
    return reading
  }
}

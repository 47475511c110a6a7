/**
 * After a release the old page may ask for chunks that are gone. It reloads itself with a time query, at most once an
 * hour (spec 1, "Chunk load error"), so that a build which is truly broken does not loop.
 */
const KEY = 'aforo.reloadedAt'
const ONCE_PER_MS = 3_600_000

export const isChunkError = (cause: unknown): boolean =>
  cause instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload|ChunkLoadError/i.test(cause.message)

/**
 * Where the reader was going when a chunk was missing, as path, query and hash; null while no navigation is under way.
 */
type Going = () => string | null
let going: Going = () => null

/**
 * The router's answer decides which page the reload opens: a click counts although its page is not in the address yet.
 */
export const followNavigation = (of: Going): void => {
  going = of
}

/** True when the page is about to reload, on the page that was asked for; false when it did so within the last hour. */
export function reloadOnce(
  now: number = Date.now(),
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
  location: Pick<Location, 'href' | 'replace'> = window.location,
): boolean {
  const last = Number(storage.getItem(KEY) ?? 0)
  if (now - last < ONCE_PER_MS) return false
  storage.setItem(KEY, String(now))
  const url = new URL(going() ?? location.href, location.href)
  url.searchParams.set('time', String(now))
  location.replace(url.href)
  return true
}

/** True once after such a reload, so that the page can say it was updated; the time goes out of the address. */
export function wasReloaded(
  storage: Pick<Storage, 'getItem'> = localStorage,
  location: Pick<Location, 'href'> = window.location,
  history: Pick<History, 'replaceState' | 'state'> = window.history,
): boolean {
  const url = new URL(location.href)
  const time = url.searchParams.get('time')
  if (time === null || time !== storage.getItem(KEY)) return false
  url.searchParams.delete('time')
  history.replaceState(history.state, '', url.href)
  return true
}

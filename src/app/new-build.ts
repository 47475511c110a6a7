/**
 * The server behind a page that stays open may be replaced by a newer one, whose answers have another form. Each answer
 * names the build of the page that the server would give now, and the page knows its own from its document.
 */
import { createStore } from 'zustand/vanilla'

/** In the browser's storage: the build for which the page was loaded anew by itself. */
const KEY = 'aforo.build'

/** The build of this page; null in development, where nothing is compared. */
export const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null

/** The build that the server has now; null while it is the same. */
export const newBuild = createStore<{ readonly served: string | null }>(() => ({ served: null }))

export function reportBuild(served: string, own: string | null = ownBuild()): void {
  newBuild.setState({ served: own === null || served === own ? null : served })
}

/**
 * For unattended pages: true when this page should be loaded anew for what the server has now. Once
 * for each build, so that a proxy that keeps an old document leads to no loop.
 */
export function takesBuild(
  served: string | null,
  own: string | null = ownBuild(),
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): boolean {
  if (served === null || own === null || served === own || storage.getItem(KEY) === served) return false
  storage.setItem(KEY, served)
  return true
}

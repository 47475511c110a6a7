/** Who has the editor of a dashboard open: in the memory of the process, for a minute after the page last said so. */
import type { DashboardEditor } from '#schemas/generated/entities/dashboard-editor.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DashboardFinder, Who } from './finder.ts'

/** Three heartbeats of a page; then it is taken to be closed. */
export const EDITING_MS = 60_000
/** Pages of one dashboard that are remembered; the one that was silent the longest goes first. */
export const MAX_PAGES = 50

interface Page {
  readonly user: number
  readonly name: string
  readonly since: number
  readonly at: number
}

export function dashboardEditing(
  { clock }: { readonly clock: Clock },
  { editable }: Pick<DashboardFinder, 'editable'>,
) {
  /** Dashboard -> page of an account -> its user, in the order of the last contact. */
  const open = new Map<string, Map<string, Page>>()

  function forget(now: number): void {
    for (const [id, pages] of open) {
      for (const [key, { at }] of pages) if (now - at > EDITING_MS) pages.delete(key)
      if (pages.size === 0) open.delete(id)
    }
  }

  return {
    /**
     * Remembers a page of the caller; answers who else edits, each person once, who came first first.
     *
     * Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY.
     */
    async edits(who: Who, id: string, page: string): Promise<DashboardEditor[]> {
      await editable(who, id)
      const now = clock.now()
      forget(now)
      const pages = open.get(id) ?? new Map<string, Page>()
      open.set(id, pages)
      // An account cannot report for a page of another one.
      const key = `${who.user.id} ${page}`
      const since = pages.get(key)?.since ?? now
      pages.delete(key)
      const [silent] = pages.keys()
      if (pages.size >= MAX_PAGES && silent !== undefined) pages.delete(silent)
      pages.set(key, { user: who.user.id, name: who.user.username, since, at: now })
      const others = [...pages]
        .filter(([other]) => other !== key)
        .map(([, one]) => one)
        .toSorted((a, b) => a.since - b.since)
      return [...Map.groupBy(others, ({ user }) => user).values()].flatMap(([first]) =>
        first === undefined ? [] : [{ name: first.name, isSelf: first.user === who.user.id, since: first.since }],
      )
    },
  }
}

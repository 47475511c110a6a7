import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'

const MAX_BOARDS = 6
const WHYS = ['starred', 'recent', 'own'] as const
type Why = (typeof WHYS)[number]

/** Favourites before the last ones opened, before one's own; what is none of these stays in the list. */
export function boardsOf(
  dashboards: readonly Dashboard[],
  me: number,
): { readonly dashboard: Dashboard; readonly why: Why }[] {
  const why = ({ starred, openedAt, owner, builtIn }: Dashboard): Why | null =>
    starred ? 'starred' : openedAt !== null ? 'recent' : owner === me && !builtIn ? 'own' : null
  return dashboards
    .filter(({ published }) => published)
    .flatMap((dashboard) => {
      const reason = why(dashboard)
      return reason === null ? [] : [{ dashboard, why: reason }]
    })
    .toSorted(
      (a, b) =>
        WHYS.indexOf(a.why) - WHYS.indexOf(b.why) ||
        (b.dashboard.openedAt ?? 0) - (a.dashboard.openedAt ?? 0) ||
        (b.dashboard.updatedAt ?? 0) - (a.dashboard.updatedAt ?? 0),
    )
    .slice(0, MAX_BOARDS)
}

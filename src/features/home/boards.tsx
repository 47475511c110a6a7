/** Favourites, the last ones opened and one's own dashboards, a handful of them. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { useUi } from '#ui'
import { Miniature } from '#ui/miniature.tsx'
import { Link } from 'react-router'
import css from './boards.module.css'

export interface BoardsProps {
  dashboards: readonly Dashboard[]
  me: number
  hrefOf: (dashboard: Dashboard) => string
  allHref: string
}

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

export function Boards({ dashboards, me, hrefOf, allHref }: BoardsProps) {
  const { t } = useUi()
  const shown = boardsOf(dashboards, me)
  if (shown.length === 0) return null
  return (
    <section className={css.boards} aria-labelledby="home-boards">
      <header className={css.head}>
        <h2 id="home-boards">{t('home:boards.title')}</h2>
        <Link to={allHref}>{t('home:boards.all')}</Link>
      </header>
      <ul className={css.list}>
        {shown.map(({ dashboard, why }) => (
          <li key={dashboard.id}>
            <Link to={hrefOf(dashboard)} className={css.board}>
              <Miniature tiles={dashboard.preview} />
              <b>{dashboard.name}</b>
              <span>{[t(`home:boards.${why}`), dashboard.folder].filter(Boolean).join(' · ')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

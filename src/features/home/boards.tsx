/** Favourites, the last ones opened and one's own dashboards, a handful of them. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { useUi } from '#ui'
import { Miniature } from '#ui/miniature.tsx'
import { Link } from 'react-router'
import css from './boards.module.css'
import { boardsOf } from './boards-of.tsx'

export interface BoardsProps {
  dashboards: readonly Dashboard[]
  me: number
  hrefOf: (dashboard: Dashboard) => string
  allHref: string
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

/** The list of dashboards as cards, with a search over their names, folders, tags and what is in them. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { EmptyState, LinkButton, type QueryLike, QueryState, toasts, useUi } from '#ui'
import { SearchBox } from '#ui/resource-table/search-box.tsx'
import type { ReactNode } from 'react'
import { Gallery, GalleryWaiting } from './gallery.tsx'
import { pathsOf, useDashboards } from './frame.tsx'
import type { Row } from './list-rows.ts'
import { useContents, useRefresh } from './use-dashboards.ts'
import css from './dashboards.module.css'

interface ListCardsProps {
  list: QueryLike<readonly Row[]>
  text: string
  onText: (text: string) => void
  /** Some of them are left out already. */
  isFiltered: boolean
  filter: ReactNode
  tools: ReactNode
  empty: ReactNode
  menuOf: (row: Row) => ReactNode
}

export function ListCards({ list, text, onText, isFiltered, filter, tools, empty, menuOf }: ListCardsProps) {
  const { t } = useUi()
  const frame = useDashboards()
  const paths = pathsOf(frame.area)
  const refresh = useRefresh()
  const contents = useContents(text)
  const star = (row: Row) =>
    void frame.api.star(row.id, !row.starred).then(refresh, (cause: unknown) => {
      toasts.error(frame.say(cause))
    })
  return (
    <>
      <div className={css.bar}>
        <div className={css.search}>
          <SearchBox label={t('ui.table.search')} value={text} onChange={onText} />
        </div>
        {filter}
        <span className={css.tools}>
          {tools}
          <LinkButton kind="primary" href={paths.add}>
            {t('dashboard:action.new')}
          </LinkButton>
        </span>
      </div>
      <QueryState
        of={list}
        errorText={frame.say}
        waiting={<GalleryWaiting />}
        isEmpty={(all) => all.length === 0 && !isFiltered}
        empty={empty}
      >
        {(all) => {
          const found = all.filter((row) => isFound(row, text) || contents.has(row.id))
          if (found.length === 0) return <EmptyState title={t('dashboard:noneFound')} />
          return (
            <Gallery
              rows={found}
              hrefOf={(row) => (row.published ? paths.view(row.id) : paths.edit(row.id))}
              onStar={star}
              onTag={(tag) => onText(`#${tag}`)}
              foundIn={({ id }) => contents.get(id) ?? []}
              menuOf={menuOf}
            />
          )
        }}
      </QueryState>
    </>
  )
}

/** Every word somewhere in the name, the description, the folder or the tags. */
function isFound({ name, description, folder, tags }: Dashboard, search: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const whole = plain([name, description, folder ?? '', ...tags.map((tag) => `#${tag}`)].join(' '))
  return plain(search)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

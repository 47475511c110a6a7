/** Dashboards as cards with a miniature of each, folder by folder. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Badge, Skeleton, useUi } from '#ui'
import { Miniature } from '#ui/miniature.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Star } from './star.tsx'
import css from './gallery.module.css'

export interface GalleryRow extends Dashboard {
  readonly states: readonly string[]
  readonly forWhom: string
}

export interface GalleryProps<Row extends GalleryRow> {
  rows: readonly Row[]
  hrefOf: (row: Row) => string
  onStar: (row: Row) => void
  onTag: (tag: string) => void
  /** Where in its content the words of a search are. */
  foundIn?: (row: Row) => readonly string[]
  menuOf: (row: Row) => ReactNode
}

/** Folders by name, what is in none at the end. */
function byFolder<Row extends GalleryRow>(
  rows: readonly Row[],
  locale: string,
): readonly (readonly [string | null, readonly Row[]])[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return [...Map.groupBy(rows, ({ folder }) => folder)].toSorted(([a], [b]) =>
    a === null ? 1 : b === null ? -1 : compare(a, b),
  )
}

const CARDS_EXPECTED = [0, 1, 2, 3]

/** Cards of the size of those that are coming. */
export const GalleryWaiting = () => (
  <div className={css.cards}>
    {CARDS_EXPECTED.map((at) => (
      <div key={at} className={css.coming}>
        <Skeleton shape="chart" />
      </div>
    ))}
  </div>
)

function FoundIn({ places }: { places: readonly string[] }) {
  const { t } = useUi()
  return places.length > 0 && <p className={css.note}>{t('dashboard:contains', { where: places.join(' · ') })}</p>
}

export function Gallery<Row extends GalleryRow>({ rows, hrefOf, onStar, onTag, foundIn, menuOf }: GalleryProps<Row>) {
  const { t, locale } = useUi()
  const folders = byFolder(rows, locale)
  return (
    <div className={css.gallery}>
      {folders.map(([folder, inside]) => (
        <section key={folder ?? ''} className={css.folder} aria-label={folder ?? t('dashboard:folder.none')}>
          {(folder !== null || folders.length > 1) && (
            <h2 className={css.heading}>
              {folder ?? t('dashboard:folder.none')} <span>{inside.length}</span>
            </h2>
          )}
          <ul className={css.cards}>
            {inside.map((row) => (
              <li key={row.id} className={css.card}>
                <div className={css.picture}>
                  <Miniature tiles={row.preview} />
                </div>
                <div className={css.words}>
                  <Link to={hrefOf(row)} className={css.name}>
                    {row.name}
                  </Link>
                  <p className={css.note}>{row.forWhom}</p>
                  <FoundIn places={foundIn?.(row) ?? []} />
                  {(row.states.length > 0 || row.tags.length > 0) && (
                    <div className={css.tags}>
                      {row.states.map((state) => (
                        <Badge
                          key={state}
                          tone={state === 'unpublished' ? 'warn' : state === 'draft' ? 'accent' : 'neutral'}
                        >
                          {t(`dashboard:state.${state}`)}
                        </Badge>
                      ))}
                      {row.tags.map((tag) => (
                        <button key={tag} type="button" className={css.tag} onClick={() => onTag(tag)}>
                          #{tag}
                        </button>
                      ))}
                    </div>
                  )}
                </div>
                <div className={css.actions}>
                  <Star
                    label={t('dashboard:star.of', { name: row.name })}
                    isOn={row.starred}
                    onChange={() => onStar(row)}
                  />
                  {menuOf(row)}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

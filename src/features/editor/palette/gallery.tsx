/**
 * Where a widget is chosen: every one with its picture and its sentence, found by words or by kind, with keys all the
 * way.
 */
import { Dialog, EmptyState, Select, TextField, useUi } from '#ui'
import { SearchIcon } from '#ui/icons/index.tsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import { CATEGORIES, type Category, focusReached, useEntries } from './entries.ts'
import { moveOn } from './move-on.ts'
import type { PaletteProps } from './palette.tsx'
import { Preview } from './preview.tsx'
import css from './gallery.module.css'

/** Inner width of a card. */
const PREVIEW_PX = 226

export interface GalleryProps extends Pick<PaletteProps, 'widgets' | 'widgetText' | 'example' | 'onAdd'> {
  onClose: () => void
}

export function Gallery({ onClose, ...rest }: GalleryProps) {
  const { t } = useUi()
  return (
    <Dialog isOpen size="large" title={t('editor:gallery.title')} onClose={onClose}>
      <Choice {...rest} />
    </Dialog>
  )
}

function Choice({ widgets, widgetText, example, onAdd }: Omit<GalleryProps, 'onClose'>) {
  const { t } = useUi()
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<Category | null>(null)
  const { groups, count, reached, reach } = useEntries({ widgets, widgetText, search, category })
  const list = useRef<HTMLDivElement>(null)
  /** From the words to what they found; Enter takes the first one. */
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      focusReached(list.current)
    }
    if (event.key === 'Enter' && search.trim() !== '' && reached !== undefined) {
      event.preventDefault()
      onAdd(reached)
    }
  }
  return (
    <div className={css.gallery}>
      <div className={css.bar}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the field inside */}
        <div className={css.search} onKeyDown={onSearchKey}>
          <TextField
            label={t('editor:palette.search')}
            type="search"
            icon={<SearchIcon />}
            autoFocus
            value={search}
            onChange={setSearch}
          />
        </div>
        <div className={css.kind}>
          <Select
            label={t('editor:gallery.kind')}
            isSearchable={false}
            emptyLabel={t('editor:gallery.all')}
            value={category}
            options={CATEGORIES.map((id) => ({ id, label: t(`editor:category.${id}`) }))}
            onChange={(next) => setCategory(CATEGORIES.find((one) => one === next) ?? null)}
          />
        </div>
        <p className={css.note}>
          <span role="status">{t('editor:gallery.found', { count })}</span>
          <span id="gallery-help">{t('editor:gallery.help')}</span>
        </p>
      </div>
      <div ref={list} className={css.list}>
        {groups.length === 0 && (
          <EmptyState title={t('editor:palette.none')}>{t('editor:palette.noneHint')}</EmptyState>
        )}
        {groups.map(({ category: one, entries }) => (
          <section key={one} aria-labelledby={`gallery-${one}`}>
            <h3 className={css.category} id={`gallery-${one}`}>
              {t(`editor:category.${one}`)}
            </h3>
            <ul className={css.cards}>
              {entries.map(({ definition, name, description }) => (
                <li key={definition.type} className={css.card} data-entry>
                  <Preview definition={definition} example={example} widgetText={widgetText} width={PREVIEW_PX} />
                  <button
                    type="button"
                    className={css.name}
                    tabIndex={definition.type === reached ? 0 : -1}
                    data-type={definition.type}
                    aria-describedby={`gallery-about-${definition.type} gallery-help`}
                    onFocus={() => reach(definition.type)}
                    onClick={() => onAdd(definition.type)}
                    onKeyDown={(event) => moveOn(event, list)}
                  >
                    {name}
                  </button>
                  <p className={css.about} id={`gallery-about-${definition.type}`}>
                    {description}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

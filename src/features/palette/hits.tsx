/** The matches, in their groups. The field above keeps the focus. */
import { useUi } from '#ui'
import type { ReactNode } from 'react'
import { PALETTE_GROUPS, type PaletteItem } from './find.ts'
import css from './palette.module.css'

interface HitsProps {
  id: string
  hits: readonly PaletteItem[]
  current: PaletteItem | undefined
  optionId: (item: PaletteItem) => string
  iconOf: (item: PaletteItem) => ReactNode
  onPoint: (item: PaletteItem) => void
  onChoose: (item: PaletteItem) => void
}

export function Hits({ id, hits, current, optionId, iconOf, onPoint, onChoose }: HitsProps) {
  const { t } = useUi()
  return (
    <div id={id} role="listbox" aria-label={t('home:palette.results')} className={css.list}>
      {PALETTE_GROUPS.map((group) => {
        const inside = hits.filter((hit) => hit.group === group)
        if (inside.length === 0) return null
        return (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} role="presentation" className={css.group}>
              {t(`home:palette.group.${group}`)}
            </p>
            {inside.map((item) => (
              <button
                key={item.id}
                type="button"
                id={optionId(item)}
                role="option"
                aria-selected={item === current}
                tabIndex={-1}
                className={css.item}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => onPoint(item)}
                onClick={() => onChoose(item)}
              >
                <span className={css.icon}>{iconOf(item)}</span>
                <span className={css.label}>{item.label}</span>
                {item.hint !== undefined && <span className={css.hint}>{item.hint}</span>}
              </button>
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** Chosen entries that are no longer offered, above a list of options: struck through, to be removed one by one. */
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons/index.tsx'
import type { OptionId } from './options.ts'
import { useUi } from './provider.tsx'
import own from './multi-select.module.css'
import list from './list.module.css'

interface FlaggedListProps {
  items: readonly OptionId[]
  labelOf: (id: OptionId) => string
  onRemove: (id: OptionId) => void
}

export function FlaggedList({ items, labelOf, onRemove }: FlaggedListProps) {
  const { t } = useUi()
  if (items.length === 0) return null
  return (
    <ul className={list.flagged} aria-label={t('ui.select.flagged')}>
      {items.map((one) => (
        <li key={one} className={own.flagged}>
          <span className={list.struck}>{labelOf(one)}</span>
          <span className={list.hint}>{t('ui.select.flaggedShort')}</span>
          <IconButton
            plain
            size="small"
            label={t('ui.select.remove', { name: labelOf(one) })}
            icon={<CloseIcon size={14} />}
            onPress={() => onRemove(one)}
          />
        </li>
      ))}
    </ul>
  )
}

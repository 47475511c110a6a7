/** What opens from a field of which any number is chosen: what is chosen and gone, then a list with all and none. */
import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components'
import { Button } from './button.tsx'
import { FlaggedList } from './flagged-list.tsx'
import { OpenPopover } from './open-popover.tsx'
import type { OptionId } from './options.ts'
import { useUi } from './provider.tsx'
import own from './multi-select.module.css'
import list from './list.module.css'
import overlay from './overlay.module.css'

/** What the field gives to its panel. */
export interface ChoicePanelProps<K extends OptionId = OptionId> {
  id: string
  label: string
  /** Chosen and no longer offered. */
  flagged: readonly K[]
  flaggedLabel: (id: OptionId) => string
  triggerRef: RefObject<HTMLButtonElement | null>
  onOpenChange: (isOpen: boolean) => void
}

interface ChoicePopoverProps extends ChoicePanelProps {
  onRemove: (gone: OptionId) => void
  /** How wide it is. */
  className?: string
  children: ReactNode
}

/** Open for as long as it is drawn. */
export function ChoicePopover({
  id,
  label,
  flagged,
  flaggedLabel,
  triggerRef,
  onOpenChange,
  onRemove,
  className = list.wide,
  children,
}: ChoicePopoverProps) {
  return (
    <OpenPopover
      triggerRef={triggerRef}
      onOpenChange={onOpenChange}
      trigger="DialogTrigger"
      className={`${overlay.popover} ${className}`}
      offset={4}
      placement="bottom start"
    >
      <Dialog id={id} aria-label={label} className={own.dialog}>
        <FlaggedList items={flagged} labelOf={flaggedLabel} onRemove={onRemove} />
        {children}
      </Dialog>
    </OpenPopover>
  )
}

interface ChoiceToolsProps {
  /** The list is narrowed to what was searched for. */
  isFiltered: boolean
  /** Nothing is left to choose. */
  isEmpty: boolean
  chosen: number
  /** With it the tools say how many of all are chosen. */
  total?: number
  onAll: () => void
  onNone: () => void
}

export function ChoiceTools({ isFiltered, isEmpty, chosen, total, onAll, onNone }: ChoiceToolsProps) {
  const { t } = useUi()
  return (
    <div className={list.tools}>
      <Button kind="quiet" size="small" isDisabled={isEmpty} onPress={onAll}>
        {t(isFiltered ? 'ui.select.selectFound' : 'ui.select.selectAll')}
      </Button>
      <Button kind="quiet" size="small" isIdle={chosen === 0} onPress={onNone}>
        {t('ui.select.selectNone')}
      </Button>
      {total !== undefined && <span className={list.count}>{t('ui.select.count', { count: chosen, total })}</span>}
    </div>
  )
}

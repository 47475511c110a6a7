/** The list of a Select. */
import type { RefObject } from 'react'
import { OpenPopover } from './open-popover.tsx'
import { OptionList, type OptionListProps } from './option-list.tsx'
import type { OptionId } from './options.ts'
import list from './list.module.css'
import overlay from './overlay.module.css'

export interface SelectListProps extends Pick<
  OptionListProps<OptionId>,
  'label' | 'options' | 'isSearchable' | 'autoFocus' | 'Virtual'
> {
  id: string
  value: OptionId | null
  onChoose: (value: OptionId) => void
  triggerRef: RefObject<HTMLButtonElement | null>
  onOpenChange: (isOpen: boolean) => void
}

/** Open for as long as it is drawn. */
export function SelectList({ id, label, value, onChoose, triggerRef, onOpenChange, ...rest }: SelectListProps) {
  const choose = (keys: ReadonlySet<OptionId>) => {
    for (const key of keys) onChoose(key)
    onOpenChange(false)
  }
  return (
    <OpenPopover
      triggerRef={triggerRef}
      onOpenChange={onOpenChange}
      trigger="Select"
      className={`${overlay.popover} ${list.wide}`}
      offset={4}
      placement="bottom start"
      aria-label={label}
    >
      <OptionList {...rest} id={id} label={label} selected={new Set(value === null ? [] : [value])} onSelect={choose} />
    </OpenPopover>
  )
}

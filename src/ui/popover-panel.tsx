/** The panel of a Popover. */
import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components'
import { OpenPopover } from './open-popover.tsx'
import type { PopoverProps } from './popover.tsx'
import css from './overlay.module.css'

export interface PopoverPanelProps extends Pick<PopoverProps, 'label' | 'children' | 'placement'> {
  id: string
  triggerRef: RefObject<HTMLButtonElement | null>
  onOpenChange: (isOpen: boolean) => void
}

/** Open for as long as it is drawn. */
export function PopoverPanel({ id, label, children, placement, triggerRef, onOpenChange }: PopoverPanelProps) {
  return (
    <OpenPopover
      triggerRef={triggerRef}
      onOpenChange={onOpenChange}
      trigger="DialogTrigger"
      placement={placement}
      offset={6}
      className={css.popover}
    >
      <Dialog id={id} aria-label={label} className={css.content}>
        {typeof children === 'function' ? children(() => onOpenChange(false)) : children}
      </Dialog>
    </OpenPopover>
  )
}

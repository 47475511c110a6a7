/** A small panel beside its button: closes on Escape and outside, gives the focus back. */
import type { ReactElement, ReactNode } from 'react'
import { Dialog as AriaDialog, DialogTrigger, Popover as AriaPopover } from 'react-aria-components'
import css from './overlay.module.css'

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Name of the panel for readers. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: 'bottom' | 'bottom start' | 'bottom end' | 'top' | 'start' | 'end'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export function Popover({ trigger, label, children, placement = 'bottom start', isOpen, onOpenChange }: PopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <AriaPopover placement={placement} offset={6} className={css.popover}>
        <AriaDialog aria-label={label} className={css.content}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </AriaDialog>
      </AriaPopover>
    </DialogTrigger>
  )
}

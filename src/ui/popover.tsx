/**
 * A small panel beside its button: closes on Escape and outside, gives the focus back. The panel's code comes when it
 * is first wanted.
 */
import type { ReactElement, ReactNode } from 'react'
import { type Part, part } from './part.ts'
import { useTrigger, WithButton } from './trigger.tsx'

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Name of the panel for readers. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: 'bottom' | 'bottom start' | 'bottom end' | 'top' | 'start' | 'end'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** The content of the panel, when it is loaded separately: it opens with both. */
  content?: Part<unknown>
}

const panel = part(() => import('./overlays.ts').then(({ PopoverPanel }) => PopoverPanel))

export function Popover({
  trigger,
  label,
  children,
  placement = 'bottom start',
  isOpen,
  onOpenChange,
  content,
}: PopoverProps) {
  const { Panel, setOpen, buttonRef, panelId, extras, ...state } = useTrigger(panel, {
    isOpen,
    onOpenChange,
    also: content,
  })
  return (
    <>
      <WithButton buttonRef={buttonRef} extras={{ ...extras, onPress: () => setOpen(!state.isOpen) }}>
        {trigger}
      </WithButton>
      {Panel !== null && (
        <Panel id={panelId} label={label} placement={placement} triggerRef={buttonRef} onOpenChange={setOpen}>
          {children}
        </Panel>
      )}
    </>
  )
}

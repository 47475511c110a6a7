/** The bubble of a Tooltip. */
import { type RefObject, useMemo } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components'
import { InLanguage } from './in-language.tsx'
import type { TooltipProps } from './tooltip.tsx'
import css from './overlay.module.css'

export interface TooltipBubbleProps extends Pick<TooltipProps, 'text' | 'placement'> {
  id: string
  triggerRef: RefObject<HTMLButtonElement | null>
  onOpen: () => void
  onClose: () => void
}

/** Open for as long as it is drawn. */
export function TooltipBubble({ id, text, placement, triggerRef, onOpen, onClose }: TooltipBubbleProps) {
  // The library reads the state from around the bubble only.
  const state = useMemo(
    () => ({ isOpen: true, shouldSkipAnimation: false, open: onOpen, close: onClose }),
    [onOpen, onClose],
  )
  const named = { id }
  return (
    <TooltipTriggerStateContext value={state}>
      <InLanguage>
        <Tooltip {...named} triggerRef={triggerRef} placement={placement} offset={6} className={css.tooltip}>
          {text}
        </Tooltip>
      </InLanguage>
    </TooltipTriggerStateContext>
  )
}

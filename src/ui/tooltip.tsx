/** A name or a short explanation on hover and on focus. Never the only place a fact is told. */
import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import css from './overlay.module.css'

export interface TooltipProps {
  text: string
  /** The trigger: a react-aria button or link, or a `Focusable`. */
  children: ReactElement
  placement?: 'top' | 'bottom' | 'start' | 'end'
}

export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip placement={placement} offset={6} className={css.tooltip}>{text}</AriaTooltip>
    </TooltipTrigger>
  )
}

/**
 * A name or a short explanation on hover and on focus. Never the only place of a fact. The bubble's code comes
 * when it is first wanted.
 */
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { part, usePart } from './part.ts'
import { WithButton } from './trigger.tsx'

export interface TooltipProps {
  text: string
  /** The trigger: one of our buttons. */
  children: ReactElement
  placement?: 'top' | 'bottom' | 'start' | 'end'
}

const OPEN_AFTER_MS = 500
const CLOSE_AFTER_MS = 80
/** After one was read, the next comes at once. */
const STAYS_WARM_MS = 500

const bubble = part(() => import('./overlays.ts').then(({ TooltipBubble }) => TooltipBubble))

let closedAt = Number.NEGATIVE_INFINITY
let closeOther: (() => void) | null = null

/** Whether the explanation is shown. At most one at a time; Escape and a press take it away. */
function useExplanation() {
  const [isOpen, setOpen] = useState(false)
  const [tip] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = false
    const close = () => {
      clearTimeout(timer)
      if (isShown) closedAt = performance.now()
      isShown = false
      if (closeOther === close) closeOther = null
      setOpen(false)
    }
    const open = () => {
      clearTimeout(timer)
      if (closeOther !== close) closeOther?.()
      closeOther = close
      isShown = true
      setOpen(true)
    }
    const after = (ms: number, run: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(run, ms)
    }
    return {
      open,
      close,
      openSoon: () =>
        closeOther !== null || performance.now() - closedAt < STAYS_WARM_MS ? open() : after(OPEN_AFTER_MS, open),
      closeSoon: () => after(CLOSE_AFTER_MS, close),
    }
  })
  useEffect(() => tip.close, [tip])
  useEffect(() => {
    if (!isOpen) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      tip.close()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [isOpen, tip])
  return { isOpen, ...tip }
}

export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const { isOpen, open, openSoon, close, closeSoon } = useExplanation()
  const { loaded: Bubble } = usePart(bubble, isOpen)
  const isShown = isOpen && Bubble !== null
  return (
    <>
      <WithButton
        buttonRef={buttonRef}
        extras={{
          'aria-describedby': isShown ? id : undefined,
          onHoverStart() {
            bubble.warm()
            openSoon()
          },
          onHoverEnd: closeSoon,
          onFocus({ target }) {
            if (target.matches(':focus-visible')) open()
          },
          onBlur: close,
          onPressStart: close,
          onKeyDown(event) {
            event.continuePropagation()
            close()
          },
        }}
      >
        {children}
      </WithButton>
      {isShown && (
        <Bubble id={id} text={text} placement={placement} triggerRef={buttonRef} onClose={close} onOpen={open} />
      )}
    </>
  )
}

/** A menu of actions behind a button. The list's code comes when it is first wanted. */
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { PressEvent } from 'react-aria-components'
import { part } from './part.ts'
import { type ButtonExtras, useTrigger, WithButton } from './trigger.tsx'

export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  /** A second line: what it does, or why it is disabled (a disabled action always says why). */
  hint?: string
  keys?: string
  isDisabled?: boolean
  isDanger?: boolean
  /** A choice in force. */
  isChecked?: boolean
  href?: string
  onAction?: () => void
}

export interface MenuGroup {
  id: string
  label?: string
  actions: readonly MenuAction[]
}

export interface MenuProps {
  trigger: ReactElement
  label: string
  /** A flat list, or groups with a line between. */
  actions: readonly MenuAction[] | readonly MenuGroup[]
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
}

const list = part(() => import('./overlays.ts').then(({ MenuList }) => MenuList))

type Focus = 'first' | 'last' | true
type KeyDown = Parameters<NonNullable<ButtonExtras['onKeyDown']>>[0]

const OPENING_KEYS: Readonly<Record<string, Focus>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
}

/** How a button opens a list: at once with the mouse and with a key, when the finger leaves on a touch screen. */
export function listOpener(open: (focus: Focus) => void): ButtonExtras {
  const openFrom = ({ target }: PressEvent, focus: Focus) => {
    // The list gives the focus back to where it was.
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    open(focus)
  }
  return {
    preventFocusOnPress: true,
    onPressStart(event) {
      if (event.pointerType !== 'touch' && event.pointerType !== 'keyboard')
        openFrom(event, event.pointerType === 'virtual' ? 'first' : true)
    },
    onPress(event) {
      if (event.pointerType === 'touch') openFrom(event, true)
    },
    onKeyDown(event: KeyDown) {
      const focus = event.ctrlKey || event.metaKey ? undefined : OPENING_KEYS[event.key]
      if (focus === undefined) return event.continuePropagation()
      event.preventDefault()
      open(focus)
    },
  }
}

export function Menu({ trigger, label, actions, placement = 'bottom end' }: MenuProps) {
  const { Panel, setOpen, buttonRef, panelId, extras } = useTrigger(list)
  const [focus, setFocus] = useState<Focus>(true)
  const chosen = useRef<(() => void) | null>(null)
  // An overlay returns the focus to its former element: to the button, because the list is gone by then.
  useEffect(() => {
    const act = chosen.current
    if (Panel !== null || act === null) return
    chosen.current = null
    buttonRef.current?.focus({ preventScroll: true })
    act()
  }, [Panel, buttonRef])
  const opener = useMemo(
    (): ButtonExtras => ({
      ...extras,
      ...listOpener((from) => {
        setFocus(from)
        setOpen(true)
      }),
      'aria-haspopup': 'menu',
    }),
    [extras, setOpen],
  )
  return (
    <>
      <WithButton buttonRef={buttonRef} extras={opener}>
        {trigger}
      </WithButton>
      {Panel !== null && (
        <Panel
          id={panelId}
          label={label}
          actions={actions}
          placement={placement}
          triggerRef={buttonRef}
          autoFocus={focus}
          onOpenChange={setOpen}
          onChosen={(act) => {
            chosen.current = act
          }}
        />
      )}
    </>
  )
}

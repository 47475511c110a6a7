/**
 * Buttons that open something. What they open is a part that comes later, so the button is the page's own from the
 * first paint: it stays the same element when the part arrives, keeps the focus, and says from the start what it opens.
 */
import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ButtonContext, type ButtonProps } from 'react-aria-components'
import { type Part, usePart } from './part.ts'

/** Properties that a button takes from its context. */
export type ButtonExtras = Omit<ButtonProps, 'children' | 'className' | 'style' | 'slot'> & {
  isPressed?: boolean
  /** The overlay takes the focus while the mouse is still down; the button must not take it back. */
  preventFocusOnPress?: boolean
}

type Slot = ButtonExtras & { ref?: Ref<HTMLButtonElement> }
type Loose = Record<PropertyKey, unknown>

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function'

function give(ref: Ref<HTMLButtonElement> | undefined, element: HTMLButtonElement | null): void {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}

/** Handlers of both are called, the outer first; for anything else the inner one counts. */
function merged(outer: Loose, inner: Loose): Loose {
  const all: Loose = { ...outer }
  for (const key of Reflect.ownKeys(inner)) {
    const [before, after] = [outer[key], inner[key]]
    if (isFunction(before) && isFunction(after))
      all[key] = (...args: unknown[]) => {
        before(...args)
        after(...args)
      }
    else if (after !== undefined) all[key] = after
  }
  return all
}

/**
 * Gives the button inside more to do than it knows of: a tooltip, a menu, a panel, or several of them at once.
 * Memoised: what a menu offers changes more often than the button that opens it.
 */
export const WithButton = memo(function WithButton({
  extras,
  buttonRef,
  children,
}: {
  extras: ButtonExtras
  buttonRef: RefObject<HTMLButtonElement | null>
  children: ReactNode
}) {
  const outer = use(ButtonContext) as (Slot & { slots?: Record<PropertyKey, Slot> }) | null | undefined
  const outerRef = outer?.ref
  const ref = useMemo(
    () =>
      outerRef === undefined
        ? buttonRef
        : (element: HTMLButtonElement | null) => {
            give(outerRef, element)
            give(buttonRef, element)
          },
    [outerRef, buttonRef],
  )
  const own = { ...extras } as Loose
  const value =
    outer?.slots === undefined
      ? { ...merged((outer ?? {}) as Loose, own), ref }
      : {
          slots: Object.fromEntries(
            Reflect.ownKeys(outer.slots).map((slot) => [slot, { ...merged(outer.slots?.[slot] as Loose, own), ref }]),
          ),
        }
  return <ButtonContext value={value}>{children}</ButtonContext>
})

export interface TriggerOptions {
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** Another part that is needed before it opens. */
  also?: Part<unknown>
}

export interface TriggerState<T> {
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** The element to draw now: the part, once it is open and loaded. */
  readonly Panel: T | null
  readonly buttonRef: RefObject<HTMLButtonElement | null>
  readonly panelId: string
  /** For the button that opens it. */
  readonly extras: ButtonExtras
}

/**
 * The state of a button that opens a part. Pointer and focus fetch the part; a press opens it, as soon as it is here.
 */
export function useTrigger<T>(
  panel: Part<T>,
  { isOpen: given, onOpenChange, also }: TriggerOptions = {},
): TriggerState<T> {
  const [own, setOwn] = useState(false)
  const isOpen = given ?? own
  const buttonRef = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const latest = useRef(onOpenChange)
  useEffect(() => {
    latest.current = onOpenChange
  })
  const isOwn = given === undefined
  const setOpen = useCallback(
    (next: boolean) => {
      if (isOwn) setOwn(next)
      latest.current?.(next)
    },
    [isOwn],
  )
  const refused = () => setOpen(false)
  const { loaded } = usePart(panel, isOpen, refused)
  const { loaded: other } = usePart<unknown>(also ?? panel, isOpen, refused)
  const Panel = isOpen && other !== null ? loaded : null
  const isShown = Panel !== null
  const extras = useMemo((): ButtonExtras => {
    const warm = () => {
      panel.warm()
      also?.warm()
    }
    return {
      isPressed: isOpen,
      'aria-expanded': isShown,
      'aria-controls': isShown ? panelId : undefined,
      onHoverStart: warm,
      onFocus: warm,
      // A reader who moves on before the part has loaded no longer needs it.
      onBlur: () => {
        if (isOpen && !isShown) setOpen(false)
      },
    }
  }, [panel, also, isOpen, isShown, panelId, setOpen])
  return { isOpen, setOpen, Panel, buttonRef, panelId, extras }
}

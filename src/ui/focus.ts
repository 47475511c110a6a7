/**
 * Where the focus goes when what had it is gone: a browser leaves it to the page then, and a person who works with keys
 * or by ear begins at its top again.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'

type Place = () => HTMLElement | null | undefined

const isLost = () => document.activeElement === null || document.activeElement === document.body

/** The title of the page; where there is none, the page itself. A title takes the focus only when it is given to it. */
function title(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1')
  if (found === null) return document.querySelector<HTMLElement>('main[tabindex]')
  if (!found.hasAttribute('tabindex')) found.tabIndex = -1
  return found
}

/** A closing overlay returns the focus a frame later; only then is it known to be lost. */
const FRAMES = 3

function whenLost(act: () => void, left = FRAMES): void {
  requestAnimationFrame(() => {
    if (left > 1) whenLost(act, left - 1)
    else if (isLost()) act()
  })
}

/**
 * Puts the focus on the first of these places that is there, else on the title of the page; does nothing while it is
 * somewhere. For code that takes away what may have had it.
 */
export function keepFocus(...places: readonly Place[]): void {
  whenLost(() => {
    for (const place of places) {
      const found = place()
      if (found) return found.focus()
    }
    // Where the page was scrolled to is where it was left.
    title()?.focus({ preventScroll: true })
  })
}

/**
 * For overlays of the page: the focus goes back to what had it when this was first drawn, where that is still
 * there.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () =>
      whenLost(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      }),
    [opener],
  )
}

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'
const controlsOf = (row: HTMLElement) =>
  row.matches(CONTROLS) ? [row] : [...row.querySelectorAll<HTMLElement>(CONTROLS)]
const lastOr = <T>(list: readonly T[], at: number): T | undefined => list[Math.min(at, list.length - 1)]

/** The element with the focus, and its place: the index of the row in the list, of the control in the row. */
interface Had {
  readonly element: HTMLElement
  readonly row: number
  readonly control: number
}

/**
 * For a list whose rows come and go: when the row with the focus goes, the one that takes its place gets it, on the
 * same control; the one before when it was the last. Looks after each drawing of the caller. `row`: a selector
 * inside `box`; `otherwise`: where the focus goes when no row is left, by default the title of the page.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, row: string, otherwise?: Place): void {
  const had = useRef<Had | null>(null)
  useEffect(() => {
    const list = box.current
    const remember = ({ target }: FocusEvent) => {
      const of = target instanceof HTMLElement ? target.closest<HTMLElement>(row) : null
      had.current =
        of === null || list === null
          ? null
          : {
              element: target as HTMLElement,
              row: [...list.querySelectorAll(row)].indexOf(of),
              control: controlsOf(of).indexOf(target as HTMLElement),
            }
    }
    list?.addEventListener('focusin', remember)
    return () => list?.removeEventListener('focusin', remember)
  }, [box, row])
  useEffect(() => {
    const gone = had.current
    if (gone === null || gone.element.isConnected) return
    had.current = null
    keepFocus(
      () => {
        const next = lastOr([...(box.current?.querySelectorAll<HTMLElement>(row) ?? [])], gone.row)
        return next && lastOr(controlsOf(next), gone.control)
      },
      () => otherwise?.(),
    )
  })
}

import type { KeyboardEvent, RefObject } from 'react'

const entriesOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLButtonElement>('button[data-type]')]

/**
 * Arrows go to the entry that is drawn there, however many are in a row; Home and End to the first and the last one.
 */
export function moveOn(event: KeyboardEvent, { current: list }: RefObject<HTMLElement | null>): void {
  const from = document.activeElement
  if (list === null || !(from instanceof HTMLButtonElement)) return
  const all = entriesOf(list)
  const next = nextOf(event.key, all, from)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function nextOf(
  key: string,
  all: readonly HTMLButtonElement[],
  from: HTMLButtonElement,
): HTMLButtonElement | undefined {
  const at = all.indexOf(from)
  const card = (button: HTMLButtonElement) => (button.closest('[data-entry]') ?? button).getBoundingClientRect()
  const here = card(from)
  /** In the nearest row beyond, the one least to the side. */
  const across = (beyond: (box: DOMRect) => number): HTMLButtonElement | undefined => {
    const rows = all.map((button) => ({ button, box: card(button) })).filter(({ box }) => beyond(box) > 0)
    const nearest = Math.min(...rows.map(({ box }) => beyond(box)))
    return rows
      .filter(({ box }) => beyond(box) === nearest)
      .toSorted((a, b) => Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left))[0]?.button
  }
  switch (key) {
    case 'ArrowRight':
      return all[at + 1]
    case 'ArrowLeft':
      return at > 0 ? all[at - 1] : undefined
    case 'ArrowDown':
      return across(({ top }) => Math.round(top - here.top))
    case 'ArrowUp':
      return across(({ top }) => Math.round(here.top - top))
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    default:
      return undefined
  }
}

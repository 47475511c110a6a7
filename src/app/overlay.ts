/** Which of the dialogs of the frame is open: at most one. The code of each comes with its first opening. */
import { createStore } from 'zustand/vanilla'

export type Overlay = 'profile' | 'sessions' | 'password' | 'language' | 'preferences' | 'palette' | 'keys'

export const overlay = createStore<{ readonly open: Overlay | null }>(() => ({ open: null }))
export const openOverlay = (open: Overlay) => overlay.setState({ open })
export const closeOverlay = () => overlay.setState({ open: null })

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** A question that is open comes first: the keys of the page wait for its answer. */
const isAsking = () => document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

/** The keys that work on every page (they are listed under `?`). Answers how to stop listening. */
export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return
    const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k'
    const isKeys = event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
    if (!isPalette && !isKeys) return
    // The browser's own search field must not open instead.
    event.preventDefault()
    if (!isAsking()) openOverlay(isPalette ? 'palette' : 'keys')
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}

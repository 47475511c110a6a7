/**
 * Actions on the widget in focus on the editor's canvas, each with its key: listed under `?`, and offered in
 * the palette.
 */
export const EDITOR_KEYS = [
  { text: 'editorMove', key: 'm', name: 'M' },
  { text: 'editorResize', key: 's', name: 'S' },
  { text: 'editorSelect', key: ' ', name: 'space' },
  { text: 'editorLock', key: 'l', name: 'L' },
  { text: 'editorRemove', key: 'Delete', name: 'delete' },
] as const

/** Actions of the editor's page, for any focus on it. */
export const PAGE_KEYS = [
  { text: 'editorAdd', key: 'a', keys: ['A'] },
  { text: 'editorFind', key: 'F', keys: ['ctrl', '⇧', 'F'] },
] as const

/** False where there is no editor. A capital letter is pressed with Ctrl and Shift. */
export function pressOnPage(key: string): boolean {
  const page = document.querySelector('[data-editor]')
  const isCapital = key !== key.toLowerCase()
  const init = { key, ctrlKey: isCapital, shiftKey: isCapital, bubbles: true, cancelable: true }
  return page !== null && page.dispatchEvent(new KeyboardEvent('keydown', init))
}

/** The key reaches the widget that has the focus, else the one the tab key would reach. False where there is none. */
export function pressOnWidget(key: string): boolean {
  const cell =
    document.activeElement?.closest<HTMLElement>('[data-cell]') ??
    document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')
  if (cell === null) return false
  cell.focus()
  return cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

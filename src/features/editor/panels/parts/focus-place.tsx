import { join } from '#engine/core/document/pointer'
import type { Path } from './place.tsx'

/** How long a panel may take until its fields are there: schemas of options come from the server. */
const WAIT_MS = 3_000

/**
 * Focuses the field of a place as soon as the panel has it: what is folded is opened. After a while the nearest place
 * around it is taken, at last the first field there is.
 *
 * @returns ends the waiting
 */
export function focusPlace(panel: HTMLElement, path: Path): () => void {
  const find = (length: number) =>
    panel.querySelector<HTMLElement>(`[data-place="${CSS.escape(join(...path.slice(0, length)))}"]`)
  const end = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  const take = (place: HTMLElement) => {
    end()
    open(place)
  }
  const observer = new MutationObserver(() => {
    const place = find(path.length)
    if (place !== null) take(place)
  })
  const timer = setTimeout(() => {
    const lengths = path.map((_, at) => path.length - at)
    take(lengths.map(find).find((place) => place !== null) ?? panel)
  }, WAIT_MS)
  const place = find(path.length)
  if (place === null) observer.observe(panel, { childList: true, subtree: true })
  else take(place)
  return end
}

const FIELD = 'input:not([type="hidden"], [aria-hidden="true"] *), textarea, select, button, [tabindex="0"]'

function open(place: HTMLElement): void {
  for (let fold = place.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  const step = place.querySelector<HTMLElement>('[data-step][aria-expanded="false"]')
  step?.click()
  const field = place.querySelector<HTMLElement>(FIELD)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
}

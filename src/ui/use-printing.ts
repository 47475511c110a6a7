/** Paper is not scrolled: what draws only the rows in sight has to know when it is printed. */
import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void) {
  const paper = matchMedia('print')
  paper.addEventListener('change', onChange)
  return () => paper.removeEventListener('change', onChange)
}
const isPaper = () => matchMedia('print').matches

export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPaper)

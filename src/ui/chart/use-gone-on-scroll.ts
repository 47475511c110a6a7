import { useEffect } from 'react'

/**
 * What is said of a spot of a chart goes when anything scrolls: the bubble would stay where the chart no longer is.
 * `set` never changes.
 */
export function useGoneOnScroll(isShown: boolean, set: (spot: null) => void): void {
  useEffect(() => {
    if (!isShown) return undefined
    const hide = () => set(null)
    addEventListener('scroll', hide, { capture: true, passive: true })
    return () => removeEventListener('scroll', hide, { capture: true })
  }, [isShown, set])
}

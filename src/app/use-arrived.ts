import { useLayoutEffect } from 'react'

/** Takes away the bar that index.html shows until there is a page; for each thing that may be the first one. */
export function useArrived(): void {
  useLayoutEffect(() => {
    document.getElementById('arriving')?.remove()
  }, [])
}

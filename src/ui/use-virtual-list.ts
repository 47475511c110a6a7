/** Long lists keep only the rows in view in the page; the code for it comes with the first long list. */
import { useEffect, useState } from 'react'
import type { VirtualList } from './virtual-list.tsx'

const VIRTUAL_FROM = 100
let loaded: typeof VirtualList | null = null

/** The virtual list, once it is here, for lists that need it. Fields call it before they open, so it mostly is. */
export function useVirtualList(count: number): typeof VirtualList | null {
  const [Virtual, setVirtual] = useState<typeof VirtualList | null>(() => loaded)
  const isNeeded = count >= VIRTUAL_FROM
  useEffect(() => {
    if (!isNeeded || loaded !== null) return undefined
    let isLeft = false
    // Without it the list is slow but right, so a failed load is no error.
    import('./virtual-list.tsx').then(
      ({ VirtualList }) => {
        loaded = VirtualList
        if (!isLeft) setVirtual(() => VirtualList)
      },
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [isNeeded])
  return isNeeded ? (Virtual ?? loaded) : null
}

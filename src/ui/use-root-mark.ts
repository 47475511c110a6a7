import { useLayoutEffect } from 'react'

const counts = new Map<string, number>()

/**
 * Marks the root element with `data-<name>` while something on the page asks for it, for style sheets. `html:has(…)`
 * would need no code, and is looked for in the whole page at every change of it: 10 ms a frame where the page is long.
 */
export function useRootMark(name: string, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const { dataset } = document.documentElement
    counts.set(name, (counts.get(name) ?? 0) + 1)
    dataset[name] = ''
    return () => {
      const left = (counts.get(name) ?? 1) - 1
      counts.set(name, left)
      if (left === 0) delete dataset[name]
    }
  }, [name, isOn])
}

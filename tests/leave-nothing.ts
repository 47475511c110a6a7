/**
 * Files of these projects share a process: what one puts in the place of a global would be there for the next ones.
 */
import { afterAll, vi } from 'vitest'

const known = new Set(Object.keys(globalThis))

afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  const left = Object.keys(globalThis).filter((name) => !known.has(name) && !name.startsWith('_'))
  if (left.length > 0) throw new Error(`this file leaves ${left.join(', ')} behind for those after it`)
})

/**
 * Long work on the only thread is cut into slices, between which others are answered. Of all work that is cut, one
 * slice is done in a turn of the loop: many large answers together hold others no longer than one of them.
 */
const SLICE_MS = 3

const waiting: (() => void)[] = []
let isPumping = false

function pump(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(pump)
  else isPumping = false
}

/** Resolves in a later turn of the loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (isPumping) return
    isPumping = true
    setImmediate(pump)
  })
}

/** Between the pieces of some work: gives others a turn when a slice has been worked, and nothing otherwise. */
type Breathe = () => Promise<void> | undefined

export function createBreath(sliceMs = SLICE_MS): Breathe {
  let since = performance.now()
  return () =>
    performance.now() - since < sliceMs
      ? undefined
      : turn().then(() => {
          since = performance.now()
        })
}

/**
 * Long work on the only thread is cut into slices, between which others are answered. Of all work that is cut, one
 * slice is done in a turn of the loop: many large answers together hold others no longer than one of them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { currentAsker, othersAreInWork } from './asker.ts'

const SLICE_MS = 3
/**
 * A question goes through the loop some thirty times, and finds a slice in a third of the turns instead of in all.
 */
const REST_MS = 6

const waiting: (() => void)[] = []
let isPumping = false

function pump(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(pump)
  else isPumping = false
}

/** Resolves in a later turn of the loop; while a question of another tenant is in work, after a rest. */
async function turn(): Promise<void> {
  if (othersAreInWork(currentAsker())) await pause(REST_MS)
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (isPumping) return
    isPumping = true
    setImmediate(pump)
  })
}

/** Work that says where it may be cut, done with a breath there. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  const breathe = createBreath()
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    const rest = breathe()
    if (rest !== undefined) await rest
  }
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

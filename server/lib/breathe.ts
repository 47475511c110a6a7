/**
 * Long work on the only thread is cut into slices, between which others are answered. Of all work that is cut, one
 * slice is done in a turn of the loop: many large answers together hold others no longer than one of them.
 * Whose slices have taken more of late waits longer between them (decision 65).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { currentAsker, othersInWork, type Asker } from './asker.ts'
import { ofLate } from './of-late.ts'

const SLICE_MS = 3
/**
 * Beside a question of another tenant. It goes through the loop some thirty times, and finds a slice in one turn of ten
 * instead of in all.
 */
const REST_MS = 25

/** Thread time of a tenant's slices until then, ms. */
const worked = new Map<string, { readonly at: number; readonly ms: number }>()
/** At most so many tenants are tracked; the least recently active one is evicted first. */
const MAX_KNOWN = 1000

function workedOfLate(tenant: string, now: number): number {
  const known = worked.get(tenant)
  return known === undefined ? 0 : ofLate(known.ms, now - known.at)
}

function note({ tenant }: Asker, ms: number, now: number): void {
  const had = workedOfLate(tenant, now)
  worked.delete(tenant)
  worked.set(tenant, { at: now, ms: had + ms })
  if (worked.size <= MAX_KNOWN) return
  const [oldest] = worked.keys()
  worked.delete(oldest!)
}

/** Of two that both work much, one rests at a time: who has had more. */
function shouldRest(asker: Asker, now: number): boolean {
  const others = othersInWork(asker)
  if (others.length === 0) return false
  const own = workedOfLate(asker.tenant, now)
  return others.some((other) => workedOfLate(other, now) < own)
}

const waiting: (() => void)[] = []
let isPumping = false

function pump(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(pump)
  else isPumping = false
}

/** Resolves in a later turn of the loop; while a tenant is asking that has had less of the thread, after a rest. */
async function turn(sliceMs: number, now: number): Promise<void> {
  const asker = currentAsker()
  note(asker, sliceMs, now)
  if (shouldRest(asker, now)) await pause(REST_MS)
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
  return () => {
    const now = performance.now()
    if (now - since < sliceMs) return undefined
    return turn(now - since, now).then(() => {
      since = performance.now()
    })
  }
}

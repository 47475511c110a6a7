import { createBatch, type TrafficBatch } from '../facts/batch.ts'
import { ATOM_COLUMNS, NULL } from '../facts/columns.ts'
import { generateDay, type DemoPlan } from './day.ts'
import type { DemoOrigin } from './plan.ts'

/** How far the clock of one of them is ahead. */
const FUTURE_DAYS = 3 * 365

/** Rows of a counter that has gone wrong: they must end in the quarantine, so that there is something to see there. */
export function deviceFaults(plans: readonly DemoPlan[], { seed, loadDay }: DemoOrigin): TrafficBatch {
  const batch = createBatch(2000)
  const broken = plans.filter(({ spec }) => spec.rhythm === 'split')
  for (const [n, plan] of broken.slice(0, 4).entries()) {
    const first = batch.length
    generateDay(batch, plan, loadDay - 9 - n * 4, Infinity, seed)
    if (batch.length === first) continue
    // Only the noon hour is sent again, and wrong.
    batch.length = first + 1
    if (n === 0) {
      for (const atom of ATOM_COLUMNS) batch[atom][first] = NULL
      batch.ins[first] = 8191
    }
    if (n === 1) batch.ins[first] = -3
    if (n === 2) batch.visits[first]! += 40
    if (n === 3) {
      batch.instant[first]! += FUTURE_DAYS * 86_400
      batch.day[first]! += FUTURE_DAYS
    }
  }
  return batch
}

/**
 * A day of three locals that was counted again a week later, with a few passers-by more: the old figures go to the log.
 */
export function lateCorrections(
  plans: readonly DemoPlan[],
  { seed, loadDay }: DemoOrigin,
  nowMs: number,
): TrafficBatch {
  const batch = createBatch(2000)
  for (const plan of plans.filter(({ spec }) => spec.rhythm === 'street').slice(0, 3))
    generateDay(batch, plan, loadDay - 20, Math.floor(nowMs / 1000), seed)
  for (let i = 0; i < batch.length; i += 1) batch.fro[i] = Math.round(Math.max(0, batch.fro[i]!) * 1.03)
  return batch
}

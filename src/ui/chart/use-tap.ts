/**
 * On touch the first tap on a point reads it, and a second one on the same point picks it: a finger has no hover. A
 * mouse picks at once.
 */
import { type PointerEvent, useState } from 'react'

export interface Tap<Spot> {
  /** Where a press begins: what was read before it, and what lies under it. */
  readonly begin: (event: PointerEvent, before: Spot | null, under: Spot | null) => void
  /** Whether the click that follows picks. */
  readonly picks: () => boolean
  /** A finger that is lifted leaves what it read on show. */
  readonly isLift: (event: PointerEvent) => boolean
}

function createTap<Spot>(): Tap<Spot> {
  let isReading = false
  return {
    begin({ pointerType }, before, under) {
      isReading = pointerType === 'touch' && (before === null || before !== under)
    },
    picks: () => !isReading,
    isLift: ({ pointerType }) => pointerType === 'touch',
  }
}

export const useTap = <Spot>(): Tap<Spot> => useState(createTap<Spot>)[0]

/**
 * Counts that wait already, word for word. A device that gets no answer in time sends the same again, and it does so
 * most when the server has the most to do: what is known to say nothing new takes no room and no time of the facts. The
 * facts decide about readings with any difference.
 */
import type { GrowingColumns } from '../../facts/growing-columns.ts'

type Whole = 'place' | 'device' | 'line' | 'seconds' | 'sequence' | 'ins' | 'outs' | 'revision' | 'reversed' | 'skewMs'

const FIRST = 1024

export interface Repeats {
  /** Remembers row `i`, unless an earlier one says the same; then it answers true and the row is not remembered. */
  isRepeat(i: number): boolean
  clear(): void
}

/** `counts` grow behind its back, so that rows are compared where they are. */
export function createRepeats(counts: GrowingColumns<Whole, 'said'>): Repeats {
  /** Rows by their hash, open addressing, at most half full; -1 = free. */
  let slots = new Int32Array(FIRST).fill(-1)
  let known = 0

  function same(a: number, b: number): boolean {
    const {
      whole: w,
      wide: { said },
    } = counts
    return (
      said[a] === said[b] &&
      w.device[a] === w.device[b] &&
      w.ins[a] === w.ins[b] &&
      w.outs[a] === w.outs[b] &&
      w.seconds[a] === w.seconds[b] &&
      w.sequence[a] === w.sequence[b] &&
      w.line[a] === w.line[b] &&
      w.skewMs[a] === w.skewMs[b] &&
      w.revision[a] === w.revision[b] &&
      w.place[a] === w.place[b] &&
      w.reversed[a] === w.reversed[b]
    )
  }

  /** The slot of a row that says the same as `i`, else the free one where it belongs. */
  function slotOf(i: number): number {
    const {
      whole: w,
      wide: { said },
    } = counts
    const at = said[i]!
    let hash =
      Math.imul(at / 1000, 0x9e3779b1) ^ Math.imul(w.device[i]!, 0x85ebca6b) ^ Math.imul(w.line[i]!, 0xc2b2ae35)
    hash = Math.imul(hash ^ w.sequence[i]! ^ Math.imul(at % 1000, 0x27d4eb2f), 0x165667b1)
    let slot = (hash ^ (hash >>> 15)) & (slots.length - 1)
    while (slots[slot] !== -1 && !same(slots[slot]!, i)) slot = (slot + 1) & (slots.length - 1)
    return slot
  }

  function grow(): void {
    const before = slots
    slots = new Int32Array(2 * before.length).fill(-1)
    for (const row of before) if (row !== -1) slots[slotOf(row)] = row
  }

  return {
    isRepeat(i) {
      const slot = slotOf(i)
      if (slots[slot] !== -1) return true
      slots[slot] = i
      known += 1
      if (2 * known > slots.length) grow()
      return false
    },
    clear() {
      if (known > 0) slots.fill(-1)
      known = 0
    },
  }
}

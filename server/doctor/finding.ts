/** What a check of the doctor says. */
export interface Finding {
  readonly part: 'disk' | 'locks' | 'key' | 'catalog' | 'positions' | 'facts' | 'journal' | 'files'
  /**
   * `sound`: as it should be. `note`: to be known, nothing is wrong. `wrong`: can be put right without a loss. `lost`:
   * something is gone, or cannot be answered.
   */
  readonly kind: 'sound' | 'note' | 'wrong' | 'lost'
  readonly text: string
  /** Puts it right, as far as it can be. Gives what was done and, where something is lost for good, how much. */
  readonly repair?: () => Promise<Repaired>
}

export interface Repaired {
  readonly text: string
  /** Whether all is as it was before the damage. */ readonly isWhole: boolean
}

export const sound = (part: Finding['part'], text: string): Finding => ({ part, kind: 'sound', text })
export const note = (part: Finding['part'], text: string): Finding => ({ part, kind: 'note', text })

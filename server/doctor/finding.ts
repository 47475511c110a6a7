/** A finding of the doctor. */
export interface Finding {
  readonly part: 'disk' | 'locks' | 'key' | 'catalog' | 'positions' | 'facts' | 'journal' | 'files'
  /**
   * `sound`: no fault. `note`: information. `wrong`: repairable without a loss. `lost`: data are gone, or cannot be
   * read.
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

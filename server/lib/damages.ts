/**
 * Damage found on the disk while the rest continues: one list for health, the page of the server, the banner and the
 * metrics.
 */
export const DAMAGE_PARTS = ['catalog', 'facts', 'journal'] as const
type DamagePart = (typeof DAMAGE_PARTS)[number]

export interface StoreDamage {
  readonly part: DamagePart
  /**
   * The damaged table or file, as in `traffic` or `0000000003.journal`; with the part it says whether a damage is a new
   * one.
   */
  readonly where: string
  /** One sentence for an administrator: what is damaged and what is lost. */
  readonly text: string
  /** Epoch ms. */
  readonly at: number
  /** Whose figures are not answered; null = not known. */
  readonly clients: readonly number[] | null
}

export interface Damages {
  /** Once for each place. */
  note(damage: StoreDamage): void
  list(): readonly StoreDamage[]
}

/** More places than anyone reads. */
const MAX = 200

export function createDamages(onNew: (damage: StoreDamage) => void = () => undefined): Damages {
  const found = new Map<string, StoreDamage>()
  return {
    note(damage) {
      const key = `${damage.part} ${damage.where}`
      if (found.has(key) || found.size >= MAX) return
      found.set(key, damage)
      onNew(damage)
    },
    list: () => [...found.values()],
  }
}

/** Which mutant is active, and which are met while nothing is active. The instrumented sources find it by name. */
export class MutantSwitch {
  active = ''
  /** How often the active mutant was met. */
  hits = 0
  /** One that is met more often is in an endless loop. */
  limit = Infinity
  /** Where what is met gets counted; none while a mutant is active. */
  met: Map<string, number> | null = null

  readonly isActive = (id: string): boolean => {
    if (id !== this.active) return false
    this.hits += 1
    if (this.hits > this.limit) throw new Error('The mutant is met without an end.')
    return true
  }

  readonly cover = (ids: ArrayLike<string>): void => {
    const { met } = this
    if (met === null) return
    for (let at = 0; at < ids.length; at += 1) met.set(ids[at] ?? '', (met.get(ids[at] ?? '') ?? 0) + 1)
  }
}

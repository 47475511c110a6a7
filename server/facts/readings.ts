/** What devices said, each reading once: what hours are made of. */

export interface ReadingFacts {
  /**
   * Forgets single readings of before a moment (epoch ms); the hours they made stay. The newest of them of a counter
   * stays, too: the next difference begins there, also when a late reading comes between.
   */
  forget(beforeMs: number): Promise<void>
}

import type { WidgetFolder } from './folder.ts'

/** One promise of a widget. */
export interface Fact {
  readonly id: string
  readonly about: 'Folder' | 'Options' | 'Texts' | 'Projection' | 'Hostile data' | 'Code'
  /** A fact about the widget: "the folder is complete". */
  readonly sentence: string
  /** Left out: every widget. */
  readonly applies?: (widget: WidgetFolder) => boolean
  /** The errors, in sentences; none when the fact holds. May throw: then it does not. */
  readonly check: (widget: WidgetFolder) => readonly string[]
}

export interface FactResult extends Pick<Fact, 'id' | 'about' | 'sentence'> {
  readonly problems: readonly string[]
  /** How long the check took. */
  readonly ms: number
}

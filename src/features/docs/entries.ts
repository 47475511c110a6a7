/** The documentation as entries that can be searched: reading rules, states, screens, metrics. */
import type { Completeness } from '#ui'

export const RULES = ['periods', 'change', 'stores', 'days', 'estimates', 'passport', 'zero', 'share'] as const
export const STATES = [
  'final',
  'partial',
  'settling',
  'estimated',
  'missing',
  'closed',
] as const satisfies readonly Completeness[]

/** Screens in their order, each with a text `docs:screen.<id>`; those of areas to come get theirs with them. */
export const DOCUMENTED = [
  'compare',
  'exits',
  'sales',
  'status',
  'occupancy',
  'dashboards',
  'reports',
  'alerts',
  'downloads',
  'campaigns',
  'uploads',
  'schedule',
  'admin',
] as const

/** A part of a screen, in the words of its document. */
export interface ScreenPart {
  readonly title: string
  readonly text: string
}

export interface DocsScreen {
  /** Also names its text: `docs:screen.<id>`. */
  readonly id: string
  readonly title: string
  /** Left out where the reader may not open it. */
  readonly href?: string
  readonly parts: readonly ScreenPart[]
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** True when every word of the search is somewhere in the texts, accents and case aside. */
export function finds(search: string, ...texts: readonly string[]): boolean {
  const all = plain(texts.join(' '))
  return plain(search)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** A recipe of a request. For tests only. */
import type { Variant } from './expected.ts'

export const MISSING = 987_654
/** Entries of a client that only administrators may read. */
export const FOREIGN_MARKERS = ['Museo', 'Galería', 'Campaña ajena']

export interface RecipeCall {
  readonly url: string
  readonly payload?: object | string | Buffer
  readonly headers?: Record<string, string>
}
export interface Situation {
  readonly variant: Variant
  readonly me: { readonly token: string | undefined; readonly userId: number; readonly dashboard?: string }
  /** The call will go through and may use its target up. */
  readonly fresh: boolean
}
/** One or more requests that must all be answered alike. */
export type Recipe = (situation: Situation) => Promise<readonly RecipeCall[]>

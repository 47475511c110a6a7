import type { ComponentType } from 'react'

/** The three pages of a noun. */
export interface ResourcePages {
  readonly ListPage: ComponentType
  readonly NewPage: ComponentType
  readonly EditPage: ComponentType
}

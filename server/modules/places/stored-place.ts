/** Places as they are kept, and what hangs on one. */
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'

export type PlaceKind = PlaceContents['kind']

export interface StoredPlace {
  readonly kind: PlaceKind
  readonly id: number
  readonly client: number
  readonly local: number | null
  readonly name: string
  readonly code: string | null
  readonly timeZone: string | null
  readonly zone: string | null
  readonly openedOn: string | null
  readonly closedOn: string | null
  readonly closedBy: 'import' | 'person' | null
  readonly enabled: boolean
}

export type CatalogContents = Pick<
  PlaceContents,
  | 'locals'
  | 'areas'
  | 'footscans'
  | 'activeFootscans'
  | 'deviceKeys'
  | 'openingHours'
  | 'holidays'
  | 'campaigns'
  | 'uploads'
  | 'alertRules'
  | 'alerts'
  | 'screens'
  | 'reports'
  | 'access'
>

import type { Generated } from 'kysely'

export interface BrandsTable {
  id: Generated<number>
  label: string
  /** Everything but the label. */
  branding: string
}

export interface BrandImagesTable {
  id: Generated<number>
  type: string
  width: number
  height: number
  bytes: Uint8Array
  created_at: number
}

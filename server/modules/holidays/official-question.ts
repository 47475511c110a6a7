/** Questions to the holiday library, and its answers. */
export interface OfficialQuestion {
  /** ISO 3166-1; null asks only for the countries. */
  readonly country: string | null
  /** One of the regions of the country; null = what the whole country keeps. */
  readonly region: string | null
  readonly year: number
  readonly language: string
}

/** A part of a country with holidays of its own, by its names in several languages: the reader's first. */
export interface Region {
  readonly code: string
  readonly names: readonly string[]
}

export interface OfficialAnswer {
  readonly countries: readonly string[]
  /** False when there is no such country or region. */
  readonly isKnown: boolean
  readonly regions: readonly Region[]
  /** The first of the country's own; null without a country. */
  readonly language: string | null
  readonly days: readonly { readonly day: string; readonly name: string; readonly language: string }[]
}

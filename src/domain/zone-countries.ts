/** Which countries keep the clock of a time zone, as far as the tables of Intl know (ECMA-402, Intl Locale Info). */
import { COUNTRY_CODES } from './postal-code.ts'

/** Not in every browser, nor in TypeScript's own list. */
type WithZones = Intl.Locale & { getTimeZones?: () => readonly string[] | undefined }

let found: ReadonlyMap<string, readonly string[]> | undefined

/** Zone -> ISO 3166-1 codes of its countries. A tenth of a second of work, so once. */
export function countriesByZone(): ReadonlyMap<string, readonly string[]> {
  if (found !== undefined) return found
  const made = new Map<string, string[]>()
  for (const code of COUNTRY_CODES)
    for (const zone of (new Intl.Locale(`und-${code}`) as WithZones).getTimeZones?.() ?? [])
      made.set(zone, [...(made.get(zone) ?? []), code])
  found = made
  return made
}

/** The one country of a zone; null where it has none, or several. */
export function countryOfZone(zone: string): string | null {
  const [first = null, ...others] = countriesByZone().get(zone) ?? []
  return others.length === 0 ? first : null
}

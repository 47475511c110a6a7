/** The time zones that a list offers: by their names, and found by the name of their country too. */
import { COUNTRY_CODES } from '#domain/postal-code'

export interface TimeZoneOption {
  /** Of the IANA, as in `Europe/London`. */
  readonly id: string
  readonly label: string
  /** Its countries, in the reader's language; none for UTC, or where the browser does not tell them. */
  readonly hint?: string
}

/** Not in every browser (ECMA-402, Intl Locale Info), nor in TypeScript's own list. */
type WithZones = Intl.Locale & { getTimeZones?: () => readonly string[] | undefined }

let found: ReadonlyMap<string, readonly string[]> | undefined

/** Zone -> the codes of its countries. A tenth of a second of work, so once. */
function countriesByZone(): ReadonlyMap<string, readonly string[]> {
  if (found !== undefined) return found
  const made = new Map<string, string[]>()
  for (const code of COUNTRY_CODES)
    for (const zone of (new Intl.Locale(`und-${code}`) as WithZones).getTimeZones?.() ?? [])
      made.set(zone, [...(made.get(zone) ?? []), code])
  found = made
  return made
}

/**
 * All zones of this browser in the order of their names, and besides those in `known`: a browser lists a zone under one
 * of its names (Asia/Kolkata may be there as Asia/Calcutta).
 */
export function timeZoneOptions(locale: string, known: readonly (string | null | undefined)[] = []): TimeZoneOption[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const countries = countriesByZone()
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), ...known.filter((zone) => zone != null && zone !== '')])
  return [...(zones as Set<string>)].toSorted().map((id) => {
    const hint = (countries.get(id) ?? []).map((code) => names.of(code) ?? code).join(', ')
    return { id, label: id.replaceAll('_', ' '), ...(hint !== '' && { hint }) }
  })
}

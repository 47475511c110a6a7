/** The time zones that a list offers: by their names, and found by the name of their country too. */
import { countriesByZone } from '#domain/zone-countries'

export interface TimeZoneOption {
  /** Of the IANA, as in `Europe/London`. */
  readonly id: string
  readonly label: string
  /** Its countries, in the reader's language; none for UTC, or where the browser does not tell them. */
  readonly hint?: string
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

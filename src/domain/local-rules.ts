/** Rules of a local (spec 2, section 5): the page shows them at the field, the server refuses. */
import { isCountryCode, isZipCodeOf, needsZipCode } from './postal-code.ts'

/** Footscans of these kinds look with a lens: a local that has one needs an external code. */
const CAMERA_KINDS: ReadonlySet<string> = new Set(['axis', 'brickstream', 'flowity', 'hikvision', 'milesight', 'xovis'])
export const isCamera = (kind: string): boolean => CAMERA_KINDS.has(kind)

interface Placed {
  readonly local: number
  readonly kind: string
  readonly enabled: boolean
}
/**
 * Whether its local needs an external code for it now: what was a camera there before may stay, and be switched off.
 */
export const addsCamera = (before: Placed | null, after: Placed): boolean =>
  isCamera(after.kind) &&
  (before === null || before.local !== after.local || !isCamera(before.kind) || (after.enabled && !before.enabled))

export type AddressProblem = 'countryRequired' | 'countryInvalid' | 'zipCodeRequired' | 'zipCodeInvalid'

/** Zip code required and valid for the country. */
export function addressProblem(country: string | null, zipCode: string | null): AddressProblem | null {
  const [code, zip] = [country?.trim() ?? '', zipCode?.trim() ?? '']
  if (code === '') return 'countryRequired'
  if (!isCountryCode(code)) return 'countryInvalid'
  if (zip === '') return needsZipCode(code) ? 'zipCodeRequired' : null
  return isZipCodeOf(code, zip) ? null : 'zipCodeInvalid'
}

/** A position has both, or neither. */
export const isPosition = (lat: number | null, lng: number | null): boolean => (lat === null) === (lng === null)

/** Ordered from highest to lowest, each once. */
export const areOrdered = (limits: readonly number[]): boolean =>
  limits.every((limit, at) => at === 0 || limit < (limits[at - 1] ?? Infinity))

/** Degrees as people write and paste them: with a point or a comma, alone or both at once. */

const NUMBER = String.raw`[-−+]?\d{1,3}(?:[.,]\d*)?`
const ONE = new RegExp(`^${NUMBER}$`)
const PAIR = new RegExp(String.raw`^(${NUMBER})(?:\s*[,;]\s*|\s+)(${NUMBER})$`)

/** `null` for an empty text, NaN for one that is no number of degrees up to `most`. */
export function readDegrees(text: string, most: number): number | null {
  const written = text.trim().replace(/\s*°$/, '')
  if (written === '') return null
  if (!ONE.test(written)) return Number.NaN
  const degrees = Number(written.replace(',', '.').replace('−', '-'))
  return Math.abs(degrees) <= most ? degrees : Number.NaN
}

/** Latitude and longitude in one text, as maps give them for the clipboard; `null`: this is no pair. */
export function readPair(text: string): { readonly lat: number; readonly lng: number } | null {
  const written = text.trim().replace(/^\((.*)\)$/, '$1')
  if (ONE.test(written)) return null
  const [, first = '', second = ''] = PAIR.exec(written) ?? []
  const [lat, lng] = [readDegrees(first, 90), readDegrees(second, 180)]
  return lat === null || lng === null || Number.isNaN(lat) || Number.isNaN(lng) ? null : { lat, lng }
}

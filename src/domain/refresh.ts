/** How often a dashboard asks again by itself, as its address says it: `?refresh=300`, in seconds. */

/** Intervals that the page offers; an address may have any whole number of seconds between the bounds. */
export const REFRESH_CHOICES = [60, 300, 900, 1800, 3600] as const
const REFRESH_SECONDS = { min: 30, max: 3600 } as const

const KEY = 'refresh'

/** Whole seconds within the bounds; null for anything else. */
export function refreshSeconds(text: string | null): number | null {
  const seconds = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0
  return seconds >= REFRESH_SECONDS.min && seconds <= REFRESH_SECONDS.max ? seconds : null
}

/** Null: the URL has none, or an invalid one. */
export const readRefresh = (search: string): number | null => refreshSeconds(new URLSearchParams(search).get(KEY))

/** The same address with another interval; null takes it out. Everything else stays. */
export function withRefresh(search: string, seconds: number | null): string {
  const query = new URLSearchParams(search)
  if (seconds === null) query.delete(KEY)
  else query.set(KEY, String(seconds))
  return query.toString().replaceAll('%2C', ',')
}

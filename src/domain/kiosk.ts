/** A dashboard on a wall, as its address says it: `?kiosk=1`, others to take turns with, and how long each is shown. */

export const KIOSK_SECONDS = { min: 10, max: 3600, usual: 60 } as const
export const MAX_KIOSK_DASHBOARDS = 20

export interface Kiosk {
  /** In turns, this one among them; empty = only the one on show. */
  readonly dashboards: readonly string[]
  readonly seconds: number
}

const ID = /^[a-zA-Z0-9][a-zA-Z0-9-]{0,63}$/

const secondsOf = (value: number): number =>
  Number.isFinite(value)
    ? Math.min(KIOSK_SECONDS.max, Math.max(KIOSK_SECONDS.min, Math.round(value)))
    : KIOSK_SECONDS.usual

/** Null: not on a wall. What is wrong in the address is left out. */
export function readKiosk(search: string): Kiosk | null {
  const query = new URLSearchParams(search)
  if (query.get('kiosk') !== '1') return null
  const dashboards = [...new Set((query.get('rotate') ?? '').split(',').filter((id) => ID.test(id)))].slice(
    0,
    MAX_KIOSK_DASHBOARDS,
  )
  return { dashboards, seconds: secondsOf(Number(query.get('every') ?? Number.NaN)) }
}

/** The same address on a wall, or, with null, no more. Everything else in it stays: brand and dates are there. */
export function withKiosk(search: string, kiosk: Kiosk | null): string {
  const query = new URLSearchParams(search)
  for (const key of ['kiosk', 'rotate', 'every']) query.delete(key)
  if (kiosk !== null) {
    query.set('kiosk', '1')
    if (kiosk.dashboards.length > 0) query.set('rotate', kiosk.dashboards.join(','))
    query.set('every', String(secondsOf(kiosk.seconds)))
  }
  return query.toString()
}

/**
 * Filters for a wall that outlives the day: a period that has a name follows the calendar, one of days chosen by hand
 * keeps them.
 */
export function wallSearch(search: string): string {
  const query = new URLSearchParams(withKiosk(search, null))
  // Of a copy: what is deleted must not move the loop.
  for (const [key] of new URLSearchParams(query)) {
    if (key === 'period' && !query.has('p1')) query.delete('end')
    else if (key.endsWith('-period') && !query.has(`${key.slice(0, -'period'.length)}p1`))
      query.delete(key.slice(0, -'-period'.length))
  }
  return query.toString()
}

/** The one after `current`; null where there is no other. */
export function nextInTurn({ dashboards }: Kiosk, current: string): string | null {
  const others = dashboards.filter((id) => id !== current)
  if (others.length === 0) return null
  return dashboards[(dashboards.indexOf(current) + 1) % dashboards.length] ?? null
}

/** The parts of a dashboard's address that a saved view keeps: filters, tabs and the steps of charts. */
import { wallSearch } from './kiosk.ts'

/** Keys that say how a page is shown now; they hold no choice. */
const OF_THE_MOMENT = ['full', 'refresh', 'token', 'access_token', 'redirect', 'revision'] as const

/**
 * The query string to keep, without a question mark. Periods that have a name follow the calendar, days that were
 * chosen by hand stay.
 */
export function viewSearch(search: string): string {
  const query = new URLSearchParams(wallSearch(search))
  for (const key of OF_THE_MOMENT) query.delete(key)
  return query.toString().replaceAll('%2C', ',')
}

/** The address with this view applied: what the view says, and of what was there only how the page is shown. */
export function withView(search: string, view: string): string {
  const [before, query] = [new URLSearchParams(search), new URLSearchParams(view)]
  for (const key of ['kiosk', 'rotate', 'every', 'refresh']) {
    const kept = before.get(key)
    if (kept !== null) query.set(key, kept)
  }
  return query.toString().replaceAll('%2C', ',')
}

/** The filters of the audit log as they are in the address, and as the server wants them. */
import type { AuditQuery } from '#schemas/generated/api/audit-query.ts'

const FILTERS = ['from', 'to', 'user', 'action', 'target', 'text'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = { readonly [name in FilterName]?: string }

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Midnight of a day in the reader's own time zone, epoch ms; `after` days later. */
function midnight(day: string, after = 0): number | undefined {
  if (!DAY.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + after).getTime()
}

export function filtersOf(search: URLSearchParams): Filters {
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = search.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}

/** Invalid values are left out: a mistyped address shows more rather than nothing. */
export function queryOf({ from = '', to = '', user = '', action = '', target, text }: Filters): AuditQuery {
  const [begin, end] = [midnight(from), midnight(to, 1)]
  return {
    ...(begin !== undefined && { from: begin }),
    ...(end !== undefined && { to: end }),
    ...(/^\d{1,9}$/.test(user) && { user: Number(user) }),
    ...(/^[a-zA-Z]+(\.[a-zA-Z]+)?$/.test(action) && { action }),
    ...(target !== undefined && { target: target.slice(0, 254) }),
    ...(text !== undefined && { text: text.slice(0, 254) }),
  }
}

/** A detail in one line: lists with commas, what is nested as it is written. */
export function wordOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(wordOf).join(', ')
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The chosen download, as in the address, and its query. */
import { dayNumber, parseDay } from '#domain/days'
import { DOWNLOAD_CONTENTS, DOWNLOAD_FORMATS, DOWNLOAD_MAX_DAYS } from '#domain/download'
import { DOWNLOAD_ORDERS } from '#domain/download-order'
import type { DownloadContent, DownloadFormat } from '#domain/download'
import type { DownloadOrder } from '#domain/download-order'
import type { DownloadQuery } from '#schemas/generated/api/download-query.ts'

export const UNITS = ['client', 'local'] as const

export interface Choice {
  readonly unit: (typeof UNITS)[number]
  readonly client: number | null
  readonly local: number | null
  readonly range: { readonly begin: string; readonly end: string } | null
  readonly content: DownloadContent
  readonly byLocal: boolean
  readonly order: DownloadOrder
  readonly format: DownloadFormat
}

const among = <T extends string>(all: readonly T[], text: string | null): T =>
  all.find((one) => one === text) ?? (all[0] as T)
const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

export const daysIn = ({ begin, end }: { begin: string; end: string }): number => dayNumber(end) - dayNumber(begin) + 1

/** A range of the address that is none, too long or not over today is as good as none. */
function rangeOf(begin: string | null, end: string | null, today: string): Choice['range'] {
  if (
    begin === null ||
    end === null ||
    parseDay(begin) === null ||
    parseDay(end) === null ||
    begin > end ||
    end > today
  )
    return null
  return daysIn({ begin, end }) > DOWNLOAD_MAX_DAYS ? null : { begin, end }
}

export function readChoice(search: URLSearchParams, today: string): Choice {
  const get = (name: string) => search.get(name)
  return {
    unit: among(UNITS, get('unit')),
    client: idOf(get('client')),
    local: idOf(get('local')),
    range: rangeOf(get('begin'), get('end'), today),
    content: among(DOWNLOAD_CONTENTS, get('content')),
    byLocal: get('byLocal') === 'true',
    order: among(DOWNLOAD_ORDERS, get('order')),
    format: among(DOWNLOAD_FORMATS, get('format')),
  }
}

/** Defaults are left out, so that the address has the choices only. */
export function writeChoice({ unit, client, local, range, content, byLocal, order, format }: Choice): URLSearchParams {
  const pairs: [string, string | number | null][] = [
    ['unit', unit === 'client' ? null : unit],
    ['client', client],
    ['local', unit === 'local' ? local : null],
    ['begin', range?.begin ?? null],
    ['end', range?.end ?? null],
    ['content', content === 'rows' ? null : content],
    ['byLocal', byLocal ? 'true' : null],
    ['order', order === 'date' ? null : order],
    ['format', format === 'csv' ? null : format],
  ]
  return new URLSearchParams(pairs.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])))
}

/** True when the rows name their local, so that there is something to sort by it. */
export const namesLocals = ({ unit, content, byLocal }: Choice): boolean =>
  unit === 'client' && (content === 'rows' || byLocal)

/** The question to the server; null while something is missing (spec 2, section 5). */
export function queryOf({ unit, client, local, range, content, byLocal, format }: Choice): DownloadQuery | null {
  if (client === null || range === null || (unit === 'local' && local === null)) return null
  const of = unit === 'local' ? { local: local ?? 0 } : { client }
  return { ...of, ...range, content, ...(unit === 'client' && content !== 'rows' && byLocal && { byLocal }), format }
}

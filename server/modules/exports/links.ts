/** Addresses of files for a browser, which cannot send our header with a download. Lost when the server stops. */
import type { ExportFileParams } from '#schemas/generated/api/export-file-params.ts'
import type { Clock } from '../../lib/clock.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'

/** Long enough for a browser to go on where a download broke off. */
const LINK_MS = 15 * 60_000
const MAX_LINKS = 1000

interface LinkTarget {
  readonly id: number
  readonly owner: number
  readonly file: ExportFileParams['file']
}

export function exportLinks(clock: Clock) {
  const links = new Map<string, LinkTarget & { readonly until: number }>()

  return {
    create(target: LinkTarget): { readonly token: string; readonly until: number } {
      const [token, until] = [newToken(), clock.now() + LINK_MS]
      for (const [key, link] of links) if (link.until <= clock.now() || links.size >= MAX_LINKS) links.delete(key)
      links.set(hashOf(token), { ...target, until })
      return { token, until }
    },

    /** Undefined when it has expired, or never existed. */
    find(token: string): LinkTarget | undefined {
      const link = links.get(hashOf(token))
      return link === undefined || link.until <= clock.now() ? undefined : link
    },
  }
}

import { isoDay } from '#domain/days'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { MinutesRead } from './minutes-read.ts'
import type { MinutesStored } from '../../../facts/occupancy.ts'

const short = (text: string) => text.toWellFormed().slice(0, 500)

/**
 * The report of an import of minutes as the page and programs get it: `lines` = `taken` + merged + `apart` + `skipped`
 * + `nulls` (lines that say nothing).
 */
export function apiReportOfMinutes(
  read: MinutesRead,
  loaded?: MinutesStored & { readonly newLocals: number },
  columns: ImportReport['columns'] = [],
): ImportReport {
  const { people, presence, rooms } = read
  const [first, last] = [
    Math.min(...rooms.map(({ firstDay }) => firstDay ?? Infinity)),
    Math.max(...rooms.map(({ lastDay }) => lastDay ?? -Infinity)),
  ]
  return {
    lines: read.lines,
    taken: read.minutes,
    minutes: 1,
    meaning: presence ? 'presence' : 'inside',
    merged: { duplicates: read.repeated, contradictions: read.contradicted, skippedHour: 0, partsOfHour: 0 },
    contradicting: null,
    renamed: read.renamed,
    nulls: read.empty,
    skipped: read.skipped,
    apart: read.apart
      .slice(0, 60)
      .map(({ reason, lines, first: examples }) => ({ reason, lines, first: examples.slice(0, 20).map(short) })),
    columns,
    sums: [
      {
        atom: presence ? 'presence' : 'people',
        read: people.read,
        stored: people.stored,
        outvoted: Math.max(0, people.read - people.stored - people.apart),
        apart: people.apart,
      },
    ],
    firstDay: Number.isFinite(first) ? isoDay(first) : null,
    lastDay: Number.isFinite(last) ? isoDay(last) : null,
    gaps: (read.gaps ?? []).slice(-60).map((gap) => ({ begin: isoDay(gap.first), end: isoDay(gap.last) })),
    stored:
      loaded === undefined
        ? null
        : {
            added: loaded.added,
            unchanged: loaded.unchanged,
            corrected: loaded.changed,
            refused: 0,
            newLocals: loaded.newLocals,
          },
  }
}

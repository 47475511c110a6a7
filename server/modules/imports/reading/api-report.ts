import type { ImportReport as ApiReport } from '#schemas/generated/entities/import-report.ts'
import type { ImportReport } from './report.ts'

const short = (text: string, most: number) => text.toWellFormed().slice(0, most)
const lines = (of: readonly string[]) => of.slice(0, 20).map((line) => short(line, 500))

/** The report as the page and programs get it. @param skipped lines of places that are left out */
export function apiReport(
  {
    lines: all,
    taken,
    minutes,
    meaning,
    merged,
    contradicting,
    renamed,
    nulls,
    apart,
    columns,
    sums,
    firstDay,
    lastDay,
    gaps,
    loaded,
    sensors,
    places,
  }: ImportReport,
  skipped: number,
): ApiReport {
  return {
    lines: all,
    taken,
    minutes,
    meaning,
    merged: { ...merged },
    contradicting: contradicting && { rule: contradicting.rule, first: lines(contradicting.first) },
    renamed,
    nulls,
    skipped,
    apart: apart.slice(0, 60).map(({ reason, lines: count, first }) => ({ reason, lines: count, first: lines(first) })),
    columns: columns
      .slice(0, 400)
      .map(({ column, use }) => ({ column: short(column, 300), use: use === 'place' ? 'sensor' : use })),
    sums: Object.entries(sums)
      .slice(0, 60)
      .map(([atom, sum]) => ({ atom, ...sum })),
    firstDay,
    lastDay,
    gaps: gaps.slice(-60),
    ...(sensors !== null && {
      placeFile: {
        file: short(sensors.file, 200),
        column: short(sensors.column, 300),
        matched: sensors.matched,
        of: places.length,
        missing: sensors.missing.slice(0, 20).map((place) => short(place, 200)),
        shared: sensors.shared.slice(0, 20).map(({ name, places: of }) => ({
          name: short(name, 200),
          places: of.slice(0, 20).map((place) => short(place, 200)),
        })),
      },
    }),
    stored:
      loaded === undefined
        ? null
        : {
            added: loaded.store.accepted,
            unchanged: loaded.store.duplicate,
            corrected: loaded.store.restated,
            refused: loaded.store.quarantined,
            newLocals: loaded.newLocals,
            ...(loaded.store.replacedDays > 0 && { replacedDays: loaded.store.replacedDays }),
          },
  }
}

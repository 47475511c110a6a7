import { basename } from 'node:path'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'

const n = (value: number) => value.toLocaleString('en-GB')

/** The report as lines for the terminal. */
export function describeFigures(files: readonly string[], report: ImportReport): string[] {
  const { merged, contradicting, stored } = report
  const days = report.firstDay === null ? '' : `, ${report.firstDay} to ${report.lastDay}`
  return [
    `${files.map((file) => basename(file)).join(', ')} (${report.meaning}): ${n(report.lines)} lines${days}`,
    ...report.columns.map(
      ({ column, use }) => `  column       ${column}: ${use === null ? 'ignored' : `used for ${use}`}`,
    ),
    `  taken        ${n(report.taken)} lines${report.nulls > 0 ? `, ${n(report.nulls)} of them without a figure` : ''}`,
    ...(merged.duplicates > 0 ? [`  merged       ${n(merged.duplicates)} lines that repeat another one`] : []),
    ...(contradicting === null
      ? []
      : [
          `  contradict   ${n(merged.contradictions)} lines (--duplicates ${contradicting.rule})`,
          ...contradicting.first.map((line) => `      ${line}`),
        ]),
    ...(report.skipped > 0 ? [`  left out     ${n(report.skipped)} lines of places that are left out`] : []),
    ...report.apart.flatMap(({ reason, lines, first }) => [
      `  quarantined   ${n(lines)} ${reason}`,
      ...first.map((line) => `      ${line}`),
    ]),
    ...report.sums.map(
      ({ atom, read, stored: kept, outvoted, apart }) =>
        `  ${atom.padEnd(12)} ${n(read)} read = ${n(kept)} ` +
        `stored${outvoted === 0 ? '' : ` + ${n(outvoted)} in lines that another line replaced`}` +
        (apart === 0 ? '' : ` + ${n(apart)} quarantined`),
    ),
    stored === null
      ? '  nothing was stored: this was a dry run'
      : `  store        ${n(stored.added)} new, ${n(stored.unchanged)} known already, ${n(stored.corrected)} ` +
        `corrected; ${stored.newLocals} new locals`,
  ]
}

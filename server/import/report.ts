import { isoDay } from '#domain/days'
import { NULL } from '../facts/columns.ts'
import type { KeptApart, Reading } from './counts.ts'
import type { Merging } from './hours.ts'
import type { Loaded } from './load.ts'

/** What an import did, or would do. `lines` = `taken` + the three kinds of `merged` + all `apart`. */
export interface ImportReport {
  readonly files: readonly string[]
  readonly format: string
  readonly lines: number
  readonly taken: number
  readonly merged: Merging['merged']
  readonly renamed: number
  /** Hours that were reported as not known. */
  readonly nulls: number
  readonly apart: readonly { readonly reason: string; readonly lines: number; readonly first: readonly string[] }[]
  readonly places: readonly string[]
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly minutes: number
  /** People: `read` = `stored` + `outvoted` (rows of an hour that another row decided) + `apart`. By atom. */
  readonly sums: Readonly<Record<string, { readonly read: number; readonly stored: number; readonly outvoted: number; readonly apart: number }>>
  /** Left out of a dry run. */
  readonly loaded?: Pick<Loaded, 'newLocals' | 'store'> & { readonly client: string }
}

const FIRST_LINES = 5

export function reportOf(files: readonly string[], format: string, reading: Reading, merging: Merging, apart: readonly KeptApart[], loaded?: Loaded): ImportReport {
  const days = merging.hours.map(({ day }) => day)
  const sums = Object.fromEntries(reading.atoms.map((atom, a) => {
    const add = (values: Iterable<number>) => [...values].reduce((all, value) => all + (value === NULL ? 0 : value), 0)
    const refused = new Set(loaded?.apart.map(({ file, line }) => `${file}:${line}`))
    const isRefused = (hour: Merging['hours'][number]) => refused.has(`${hour.from.file}:${hour.from.line.line}`)
    return [atom, {
      read: add(reading.counts.map(({ values }) => values[a]!)),
      stored: add(merging.hours.filter((hour) => !isRefused(hour)).map(({ values }) => values[a]!)),
      outvoted: add(merging.outvoted.map(({ values }) => values[a]!)),
      apart: add([...merging.apart.map(({ count }) => count.values[a]!), ...merging.hours.filter(isRefused).map(({ values }) => values[a]!)]),
    }]
  }))
  return {
    files, format, lines: reading.lines, taken: merging.taken - (loaded?.apart.length ?? 0), merged: merging.merged, renamed: reading.renamed,
    nulls: merging.hours.filter(({ values }) => values.every((value) => value === NULL)).length,
    apart: [...Map.groupBy(apart, ({ reason }) => reason)].map(([reason, lines]) => ({ reason, lines: lines.length, first: lines.slice(0, FIRST_LINES).map(({ file, line, cells }) => `${file}:${line}  ${Object.values(cells).join(' | ').slice(0, 100)}`) })),
    places: reading.places, minutes: merging.minutes,
    firstDay: days.length ? isoDay(days.reduce((a, b) => Math.min(a, b))) : null,
    lastDay: days.length ? isoDay(days.reduce((a, b) => Math.max(a, b))) : null,
    sums,
    ...(loaded && { loaded: { client: loaded.client.name, newLocals: loaded.newLocals, store: loaded.store } }),
  }
}

const n = (value: number) => value.toLocaleString('en-GB')

/** The report as lines for the terminal. */
export function describeReport(report: ImportReport): string[] {
  const { merged, loaded } = report
  const apart = report.apart.reduce((all, { lines }) => all + lines, 0)
  return [
    `${report.files.join(', ')} (${report.format}): ${n(report.lines)} lines, ${report.places.length} places, ${report.firstDay ?? '-'} to ${report.lastDay ?? '-'}`,
    `  taken        ${n(report.taken)} hours${report.nulls ? `, ${n(report.nulls)} of them reported as not known` : ''}`,
    ...(merged.duplicates ? [`  merged       ${n(merged.duplicates)} lines of an hour that was there already`] : []),
    ...(merged.partsOfHour ? [`  merged       ${n(merged.partsOfHour)} counts of ${report.minutes} minutes into their hour`] : []),
    ...(merged.skippedHour ? [`  merged       ${n(merged.skippedHour)} lines of a clock time that was skipped, into the hour after it`] : []),
    ...(report.renamed ? [`  renamed      ${n(report.renamed)} lines with another spelling or an old name of their place`] : []),
    ...(apart ? [`  kept apart   ${n(apart)} lines`] : []),
    ...report.apart.flatMap(({ reason, lines, first }) => [`    ${reason} ${n(lines)}`, ...first.map((line) => `      ${line}`)]),
    ...Object.entries(report.sums).map(([atom, sum]) =>
      `  ${atom.padEnd(12)} ${n(sum.read)} read = ${n(sum.stored)} stored${sum.outvoted ? ` + ${n(sum.outvoted)} in lines that another line replaced` : ''}${sum.apart ? ` + ${n(sum.apart)} kept apart` : ''}`),
    ...(loaded
      ? [`  store        ${n(loaded.store.accepted)} new, ${n(loaded.store.duplicate)} known already, ${n(loaded.store.restated)} corrected, ${n(loaded.store.quarantined)} refused; client ${loaded.client}, ${loaded.newLocals} new locals`]
      : ['  nothing was stored: this was a dry run']),
  ]
}

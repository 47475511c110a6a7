import { sumValue } from '#domain/imports'
import { isoDay } from '#domain/days'
import type { Bounds } from '#domain/periods'
import type { QuarantineSummary } from './quarantine.ts'
import type { ColumnUse } from './columns.ts'
import type { Reading } from './reading.ts'
import type { Merging } from './merger.ts'
import type { Loaded } from './load.ts'
import type { PlaceFile } from './places.ts'
import type { DuplicateRule, LineMeaning } from './preset.ts'

/** The result of an import, or of a dry run. `lines` = `taken` + the four kinds of `merged` + all `apart`. */
export interface ImportReport {
  readonly files: readonly string[]
  readonly format: string
  readonly lines: number
  /** The use of each column of the files. */
  readonly columns: readonly ColumnUse[]
  /** The meaning of a line (see `LineMeaning`). */
  readonly meaning: LineMeaning
  readonly taken: number
  readonly merged: Merging['merged']
  /** How lines that contradict each other were decided, and the first of them; null when none do. */
  readonly contradicting: { readonly rule: DuplicateRule; readonly first: readonly string[] } | null
  readonly renamed: number
  /** Hours that were reported as not known. */
  readonly nulls: number
  readonly apart: readonly QuarantineSummary[]
  readonly places: readonly string[]
  /** How the file of places fits; null when none was given. */
  readonly sensors: Omit<PlaceFile, 'infos'> | null
  readonly firstDay: string | null
  readonly lastDay: string | null
  /** Stretches of a week or more between them in which nothing came. */
  readonly gaps: readonly Bounds[]
  readonly minutes: number
  /** People: `read` = `stored` + `outvoted` (rows of an hour that another row decided) + `apart`. By atom. */
  readonly sums: Readonly<
    Record<
      string,
      { readonly read: number; readonly stored: number; readonly outvoted: number; readonly apart: number }
    >
  >
  /** Left out of a dry run. */
  readonly loaded?: Pick<Loaded, 'newLocals' | 'store'> & { readonly client: string }
}

export interface Reported {
  readonly files: readonly string[]
  readonly format: string
  readonly columns: readonly ColumnUse[]
  readonly reading: Reading
  readonly merging: Merging
  readonly apart: readonly QuarantineSummary[]
  readonly sensors: PlaceFile | null
}

export function reportOf(
  { files, format, columns, reading, merging, apart, sensors }: Reported,
  loaded?: Loaded,
): ImportReport {
  const { merged, contradicting, meaning } = merging
  const refused = loaded?.store.quarantined ?? 0
  const sums = Object.fromEntries(
    reading.atoms.map((atom, a) => {
      const lost = loaded?.quarantinedSums[a] ?? 0
      return [
        atom,
        {
          read: reading.sums[a]!,
          stored: merging.sums.stored[a]! - lost,
          outvoted: merging.sums.outvoted[a]!,
          apart: merging.sums.apart[a]! + lost,
        },
      ]
    }),
  )
  return {
    files,
    format,
    lines: reading.lines,
    columns,
    meaning: meaning.lines,
    taken: merging.taken - refused,
    merged,
    contradicting: merged.contradictions > 0 ? contradicting : null,
    renamed: reading.renamed,
    nulls: merging.nulls,
    apart: loaded ? joined(apart, loaded.apart) : apart,
    places: reading.places,
    sensors: sensors && withoutInfos(sensors),
    minutes: meaning.stepS / 60,
    firstDay: merging.firstDay === null ? null : isoDay(merging.firstDay),
    lastDay: merging.lastDay === null ? null : isoDay(merging.lastDay),
    gaps: (merging.gaps ?? []).map(({ first, last }) => ({ begin: isoDay(first), end: isoDay(last) })),
    sums,
    ...(loaded && { loaded: { client: loaded.client.name, newLocals: loaded.newLocals, store: loaded.store } }),
  }
}

const withoutInfos = ({ file, column, matched, missing, shared }: PlaceFile): Omit<PlaceFile, 'infos'> => ({
  file,
  column,
  matched,
  missing,
  shared,
})

function joined(read: readonly QuarantineSummary[], stored: readonly QuarantineSummary[]): QuarantineSummary[] {
  return [...Map.groupBy([...read, ...stored], ({ reason }) => reason)].map(([reason, of]) => ({
    reason,
    lines: of.reduce((sum, { lines }) => sum + lines, 0),
    first: of.flatMap(({ first }) => first).slice(0, 5),
  }))
}

const n = (value: number) => value.toLocaleString('en-GB')

const amount = (atom: string, value: number) => n(sumValue(atom, value))

const PARTS: Readonly<Record<LineMeaning, (report: ImportReport) => string>> = {
  counts: ({ minutes }) => `counts of ${minutes} minutes into their hour`,
  parts: () => 'counts of parts of an hour, added up',
  passages: () => 'passages, added up',
  daily: () => 'counts of a day, added up',
  running: () => 'earlier counts of an hour, of which the last one holds',
}
const KEPT: Readonly<Record<DuplicateRule, string>> = {
  last: 'the later line was kept',
  first: 'the earlier line was kept',
  max: 'the line with more people was kept',
  sum: 'they were added up',
}
const SHOWN = 10

/** The report as lines for the terminal. */
export function describeReport(report: ImportReport): string[] {
  const { merged, loaded, contradicting } = report
  const apart = report.apart.reduce((all, { lines }) => all + lines, 0)
  return [
    `${report.files.join(', ')} (${report.format}): ${n(report.lines)} lines, ${report.places.length} places, ` +
      `${report.firstDay ?? '-'} to ${report.lastDay ?? '-'}`,
    ...report.gaps.slice(-SHOWN).map(({ begin, end }) => `  gap          nothing came from ${begin} to ${end}`),
    ...report.columns.map(
      ({ column, use }) => `  column       ${column}: ${use === null ? 'ignored' : `used for ${use}`}`,
    ),
    ...(report.sensors ? describeSensors(report.sensors, report.places.length) : []),
    `  taken        ${n(report.taken)} ` +
      (report.meaning === 'daily' ? 'whole days' : 'hours') +
      (report.nulls ? `, ${n(report.nulls)} of them reported as not known` : ''),
    ...(merged.duplicates
      ? [
          `  merged       ${n(merged.duplicates)} lines of ${report.meaning === 'daily' ? 'a day' : 'an hour'} that ` +
            'was there already',
        ]
      : []),
    ...(contradicting
      ? [
          `  contradict   ${n(merged.contradictions)} lines say something else than another line of the same place ` +
            `and time; ${report.meaning === 'running' ? 'the last one holds' : KEPT[contradicting.rule]} ` +
            `(--duplicates ${contradicting.rule})`,
          ...contradicting.first.map((line) => `      ${line}`),
        ]
      : []),
    ...(merged.partsOfHour ? [`  merged       ${n(merged.partsOfHour)} ${PARTS[report.meaning](report)}`] : []),
    ...(merged.skippedHour
      ? [`  merged       ${n(merged.skippedHour)} lines of a clock time that was skipped, into the hour after it`]
      : []),
    ...(report.renamed
      ? [`  renamed      ${n(report.renamed)} lines with another spelling or an old name of their place`]
      : []),
    ...(apart ? [`  quarantined   ${n(apart)} lines`] : []),
    ...report.apart.flatMap(({ reason, lines, first }) => [
      `    ${reason} ${n(lines)}`,
      ...first.map((line) => `      ${line}`),
    ]),
    ...Object.entries(report.sums).map(
      ([atom, sum]) =>
        `  ${atom.padEnd(12)} ${amount(atom, sum.read)} read = ${amount(atom, sum.stored)} ` +
        `stored${sum.outvoted ? ` + ${amount(atom, sum.outvoted)} in lines that another line replaced` : ''}` +
        (sum.apart ? ` + ${amount(atom, sum.apart)} quarantined` : ''),
    ),
    ...(loaded
      ? [
          `  store        ${n(loaded.store.accepted)} new, ${n(loaded.store.duplicate)} known already, ` +
            `${n(loaded.store.restated)} corrected, ${n(loaded.store.quarantined)} refused; client ` +
            `${loaded.client}, ${loaded.newLocals} new locals` +
            (loaded.store.replacedDays
              ? `; ${n(loaded.store.replacedDays)} totals of days gave way to their hours`
              : ''),
        ]
      : ['  nothing was stored: this was a dry run']),
  ]
}

function describeSensors(
  { file, column, matched, missing, shared }: NonNullable<ImportReport['sensors']>,
  places: number,
): string[] {
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : ''
  return [
    `  sensors      ${n(matched)} of ${n(places)} places are in ${file} (column ` +
      `${column})${missing.length ? `; not: ${missing.slice(0, SHOWN).join(', ')}${more}` : ''}`,
    ...shared
      .slice(0, SHOWN)
      .map(
        ({ name, places: of }) => `      ${of.length} places have the name ${name}: ${of.slice(0, SHOWN).join(', ')}`,
      ),
  ]
}

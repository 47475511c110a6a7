/**
 * The effect of an import: the report of the command line in words and figures. Each sum is shown whole, so
 * that no row is lost unnoticed.
 */
import { quarantinedLines, isOfMinutes, meaningOf, mergedLines, sumValue } from '#domain/imports'
import { tableDate } from '#domain/moment'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { useUi } from '#ui'
import { Examples } from './questions.tsx'
import css from './imports.module.css'
import { Sums } from './report-sums.tsx'
import { QuarantinedLines } from './report-quarantine.tsx'

interface Term {
  readonly id: string
  readonly value: number
  /** The atom that it is a sum of. */
  readonly atom?: string
  readonly tone?: 'good' | 'warn'
}

/** `whole = part + part`, with each part named under its figure. Parts of nothing are left out. */
function Sum({ label, whole, parts }: { label: string; whole: Term; parts: readonly Term[] }) {
  const { t, format } = useUi()
  const terms = parts.filter(({ value, id }) => value > 0 || id === parts[0]?.id)
  return (
    <dl className={css.sum} aria-label={label}>
      {[whole, ...terms].map(({ id, value, atom = '', tone }, at) => (
        <div key={id} data-tone={tone} data-sign={at === 0 ? undefined : at === 1 ? '=' : '+'}>
          <dd>{format.exact(sumValue(atom, value), atom === 'sales' ? 'number' : 'count')}</dd>
          <dt>{t(`imports:report.${id}`)}</dt>
        </div>
      ))}
    </dl>
  )
}

const MERGED = ['duplicates', 'contradictions', 'partsOfHour', 'skippedHour'] as const
/** The atom that people mean by "how many". */
const MAIN = 'ins'

type Translate = (key: string, params?: Record<string, string | number>) => string

const MAX_GAPS = 3

/** Stretches in which nothing came, the newest first: a day in them is no quiet day. */
function gapsOf({ gaps = [] }: ImportReport, t: Translate) {
  const more = gaps.length - MAX_GAPS
  return [
    ...gaps
      .slice(-MAX_GAPS)
      .toReversed()
      .map(({ begin, end }) => ({
        id: `gap-${begin}`,
        text: t('imports:report.gap', { from: tableDate(begin), to: tableDate(end) }),
      })),
    ...(more > 0 ? [{ id: 'moreGaps', text: t('imports:report.moreGaps', { count: more }) }] : []),
  ]
}

export function Report({ now, report }: { now: Import; report: ImportReport }) {
  const { t, format } = useUi()
  const count = (value: number) => format.exact(value, 'count')
  const quarantined = quarantinedLines(report)
  const main = report.sums.find(({ atom }) => atom === MAIN) ?? report.sums[0]
  const notes = [
    ...MERGED.filter((id) => report.merged[id] > 0).map((id) => ({
      id,
      text: t(`imports:report.merged.${id}`, { count: report.merged[id], n: count(report.merged[id]) }),
    })),
    ...(['renamed', 'nulls'] as const)
      .filter((id) => report[id] > 0)
      .map((id) => ({
        id,
        text: t(id === 'nulls' && isOfMinutes(report) ? 'imports:report.emptyMinutes' : `imports:report.${id}`, {
          count: report[id],
          n: count(report[id]),
        }),
      })),
    ...gapsOf(report, t),
    ...(report.placeFile === undefined ? [] : [{ id: 'placeFile', text: namedBy(report.placeFile, t) }]),
  ]
  return (
    <div className={css.report}>
      <div className={css.sums}>
        {main !== undefined && (
          <Sum
            label={t('imports:report.sumOf', { name: t(`imports:use.${main.atom}`) })}
            whole={{ id: main.atom === MAIN ? 'peopleRead' : 'countRead', value: main.read, atom: main.atom }}
            parts={[
              { id: 'stored', value: main.stored, atom: main.atom, tone: 'good' },
              { id: 'outvoted', value: main.outvoted, atom: main.atom },
              { id: 'apart', value: main.apart, atom: main.atom, tone: 'warn' },
            ]}
          />
        )}
        <Sum
          label={t('imports:report.linesLabel')}
          whole={{ id: 'lines', value: report.lines }}
          parts={[
            { id: 'taken', value: report.taken, tone: 'good' },
            { id: 'merged', value: mergedLines(report) },
            { id: 'quarantined', value: quarantined, tone: 'warn' },
            { id: 'skipped', value: report.skipped },
          ]}
        />
      </div>
      <p className={css.span}>
        {report.firstDay !== null && report.lastDay !== null && (
          <span>{t('imports:report.days', { from: tableDate(report.firstDay), to: tableDate(report.lastDay) })}</span>
        )}
        <span>{t(`imports:lines.${meaningOf(report)}`)}</span>
      </p>
      {notes.length > 0 && (
        <ul className={css.notes}>
          {notes.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )}
      {report.sums.length > 1 && <Sums sums={report.sums} />}
      {report.contradicting !== null && (
        <section className={css.part}>
          <h3>{t('imports:report.contradicting')}</h3>
          <p>{t(`imports:report.rule.${report.contradicting.rule}`)}</p>
          <Examples lines={report.contradicting.first} />
        </section>
      )}
      {quarantined > 0 && <QuarantinedLines now={now} report={report} lines={quarantined} />}
    </div>
  )
}

/** How many of the places the file of places names, and which it does not. */
const namedBy = (
  { file, matched, of, missing, shared }: NonNullable<ImportReport['placeFile']>,
  t: Translate,
): string =>
  [
    t('imports:report.placeFile', { file, matched, of }),
    ...(missing.length === 0
      ? []
      : [
          t('imports:report.placeFileMissing', {
            places: missing.join(', ') + (of - matched > missing.length ? ' …' : ''),
          }),
        ]),
    ...(shared.length === 0
      ? []
      : [
          t('imports:report.placeFileShared', {
            names: shared.map(({ name, places }) => `${name} (${places.join(', ')})`).join('; '),
          }),
        ]),
  ].join(' ')

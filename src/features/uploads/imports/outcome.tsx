/** How an import ended, and what can be done next. */
import { type FigureMeaning, figuresIn, figuresPath, isOfMinutes, type Look, looksOf, lookPath } from '#domain/imports'
import { goneWith } from '#domain/import-states'
import { tableDate } from '#domain/moment'
import { lastWholePeriod } from '#domain/whole-period'
import type { Import } from '#schemas/generated/entities/import.ts'
import { Button, LinkButton, Notice, useUi } from '#ui'
import { ChartBarIcon } from '#ui/icons/index.tsx'
import { useImports } from './imports-frame.tsx'
import { useQuestionText } from './questions.tsx'
import css from './imports.module.css'
import { NotShown } from './not-shown.tsx'

const OPEN: Readonly<Record<Look | FigureMeaning, string>> = {
  compare: 'openCompare',
  exits: 'openExits',
  sales: 'openSales',
  occupancy: 'openOccupancy',
  flows: 'openFlows',
  profile: 'openProfile',
  monthly: 'openMonthly',
}
/** Outcomes with other texts for figures than for hours. */
const FIGURES = { added: true, corrected: true, unchanged: true }

/** Name of an import: that of its first file, with how many more there are. */
export function useImportName(): (one: Pick<Import, 'files' | 'id'>) => string {
  const { t } = useUi()
  return ({ files, id }) => {
    const [first] = files
    if (first === undefined) return `${id}`
    return files.length === 1 ? first.name : t('imports:nameAndMore', { name: first.name, count: files.length - 1 })
  }
}

export function Outcome({ now, onUndo, isBusy }: { now: Import; onUndo: () => void; isBusy: boolean }) {
  const { t, format } = useUi()
  const sentence = useQuestionText()
  const { mayCompare, mayOccupancy, maySee } = useImports()
  const count = (value: number) => format.exact(value, 'count')
  const { state, client, begin, end, report, questions } = now
  if (state === 'failed')
    return (
      <Notice kind="bad" title={t('imports:failed')}>
        {questions.map((question) => (
          <p key={question.code}>{sentence(question)}</p>
        ))}
      </Notice>
    )
  if (state === 'cancelled') return <Notice title={t('imports:cancelled')}>{t('imports:cancelledText')}</Notice>
  if (state === 'undone') return <Notice title={t('imports:undone')}>{t('imports:undoneText')}</Notice>
  if (state !== 'loaded') return null
  const gone = goneWith(now)
  if (gone !== null)
    return gone === 'client' ? (
      <Notice title={t('imports:gone')}>{t('imports:goneText', { client: now.clientName ?? '' })}</Notice>
    ) : (
      <Notice title={t('imports:nothingLeft')}>{t('imports:nothingLeftText')}</Notice>
    )
  const stored = report?.stored ?? null
  const figures = figuresIn(report)
  const days =
    figures === null && begin !== null && end !== null ? lastWholePeriod({ begin, end }, report?.gaps).comparing : null
  const ofMinutes = isOfMinutes(report)
  const mayLook = ofMinutes ? mayOccupancy : mayCompare
  const stem = ofMinutes ? 'storedMinutes' : figures !== null ? 'figures' : 'stored'
  const parts =
    stored === null
      ? []
      : (['added', 'corrected', 'unchanged', 'refused', 'replacedDays', 'newLocals'] as const)
          .map((id) => ({ id, of: stored[id] ?? 0 }))
          .filter(({ id, of }) => of > 0 || id === 'added')
  return (
    <section className={css.done} aria-label={t('imports:loaded')} role="status">
      <h2>{t('imports:loaded')}</h2>
      {stored !== null && (
        <dl className={css.stored}>
          {parts.map(({ id, of }) => (
            <div key={id}>
              <dd>{count(of)}</dd>
              <dt>
                {t(`imports:${id in FIGURES || (ofMinutes && id !== 'newLocals') ? stem : 'stored'}.${id}`, {
                  count: of,
                })}
              </dt>
            </div>
          ))}
        </dl>
      )}
      {client !== null && report !== null && <NotShown client={client} atoms={report.sums.map(({ atom }) => atom)} />}
      <div className={css.go}>
        {mayLook &&
          client !== null &&
          days !== null &&
          begin !== null &&
          end !== null &&
          looksOf(report).map((look, at) => (
            <LinkButton
              key={look}
              {...(at === 0 && { kind: 'primary', icon: <ChartBarIcon /> })}
              href={lookPath(look, client, { begin, end }, report?.gaps)}
            >
              {t(`imports:${OPEN[look]}`, { from: tableDate(days.begin), to: tableDate(days.end) })}
            </LinkButton>
          ))}
        {figures !== null && client !== null && maySee(figures) && (
          <LinkButton kind="primary" icon={<ChartBarIcon />} href={figuresPath(figures, client)}>
            {t(`imports:${OPEN[figures]}`)}
          </LinkButton>
        )}
        <Button kind="quiet" isPending={isBusy} onPress={onUndo}>
          {t('imports:undo')}
        </Button>
      </div>
    </section>
  )
}

/** How an import ended, and what can be done next. */
import { comparePath, isOfMinutes, lastWholePeriod, occupancyPath } from '#domain/imports'
import { tableDate } from '#domain/moment'
import type { Import } from '#schemas/generated/entities/import.ts'
import { Button, LinkButton, Notice, useUi } from '#ui'
import { ChartBarIcon } from '#ui/icons/index.tsx'
import { useImports } from './imports-frame.tsx'
import { useQuestionText } from './questions.tsx'
import css from './imports.module.css'

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
  const { mayCompare, mayOccupancy } = useImports()
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
  const stored = report?.stored ?? null
  const ofMinutes = isOfMinutes(report)
  const mayOpen = ofMinutes ? mayOccupancy : mayCompare
  const days = begin !== null && end !== null ? lastWholePeriod({ begin, end }).comparing : null
  const parts =
    stored === null
      ? []
      : (['added', 'corrected', 'unchanged', 'refused', 'newLocals'] as const).filter(
          (id) => stored[id] > 0 || id === 'added',
        )
  return (
    <section className={css.done} aria-label={t('imports:loaded')} role="status">
      <h2>{t('imports:loaded')}</h2>
      {stored !== null && (
        <dl className={css.stored}>
          {parts.map((id) => (
            <div key={id}>
              <dd>{count(stored[id])}</dd>
              <dt>{t(ofMinutes && id !== 'newLocals' ? `imports:storedMinutes.${id}` : `imports:stored.${id}`, { count: stored[id] })}</dt>
            </div>
          ))}
        </dl>
      )}
      <div className={css.go}>
        {mayOpen && client !== null && days !== null && begin !== null && end !== null && (
          <LinkButton kind="primary" icon={<ChartBarIcon />} href={(ofMinutes ? occupancyPath : comparePath)(client, { begin, end })}>
            {t(ofMinutes ? 'imports:openOccupancy' : 'imports:openCompare', { from: tableDate(days.begin), to: tableDate(days.end) })}
          </LinkButton>
        )}
        <Button kind="quiet" isPending={isBusy} onPress={onUndo}>
          {t('imports:undo')}
        </Button>
      </div>
    </section>
  )
}

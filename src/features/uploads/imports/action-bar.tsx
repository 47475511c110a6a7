/** The line at the foot of an import: its state, and the one thing to do next. */
import { figuresIn, isOfMinutes, sumValue } from '#domain/imports'
import { isUnderWay } from '#domain/import-states'
import { tableDate } from '#domain/moment'
import { Badge, Button, Notice, useUi } from '#ui'
import { useRef } from 'react'
import { stepOf } from './questions.tsx'
import { goTo, stepElementId } from './step.tsx'
import type { ImportWork } from './use-import.ts'
import css from './imports.module.css'
import { Doing } from './doing.tsx'

/** Always in sight. */
export function ActionBar({ work, isFirstReading }: { work: ImportWork; isFirstReading: boolean }) {
  const { t, format } = useUi()
  const bar = useRef<HTMLDivElement>(null)
  const { now, isStale, isBusy, refusal, retry, act } = work
  const { state, questions, report, progress } = now
  const count = (value: number) => format.exact(value, 'count')
  const [question] = questions
  const step = question === undefined ? null : stepOf(question)
  const main = report?.sums.find(({ atom }) => atom === 'ins') ?? report?.sums[0]
  const isReady = state === 'ready' && !isStale
  /** After its work the button moves the focus to the result. */
  const load = async () => {
    await act('load')
    bar.current?.focus()
  }
  return (
    <div ref={bar} className={css.bar} tabIndex={-1} role="region" aria-label={t('imports:actions')}>
      {refusal !== null && (
        <Notice
          kind="bad"
          {...(retry !== null && {
            action: (
              <Button size="small" onPress={retry}>
                {t('ui.retry')}
              </Button>
            ),
          })}
        >
          {refusal}
        </Notice>
      )}
      <div className={css.barLine}>
        <div className={css.barState} role="status">
          {isUnderWay(state) ? (
            <Doing state={state} progress={progress} isAgain={!isFirstReading} />
          ) : isStale ? (
            <p>{t('imports:summary.again')}</p>
          ) : state === 'refused' ? (
            <p>
              <Badge tone="warn">{t('imports:summary.questions', { count: questions.length })}</Badge>{' '}
              {t('imports:answerFirst')}
            </p>
          ) : (
            report !== null && (
              <p>
                <Badge tone="good">{t('imports:is.ready')}</Badge>{' '}
                {figuresIn(report) !== null
                  ? t('imports:readyFigures', { count: report.taken, n: count(report.taken) })
                  : t(
                      `imports:ready${isOfMinutes(report) ? 'Minutes' : report.meaning === 'daily' ? 'Days' : 'Hours'}`,
                      {
                        what: t(`imports:use.${main?.atom ?? 'ins'}`),
                        value: format.exact(
                          sumValue(main?.atom ?? 'ins', main?.stored ?? 0),
                          main?.atom === 'sales' ? 'number' : 'count',
                        ),
                        count: report.taken,
                        n: count(report.taken),
                        from: tableDate(report.firstDay),
                        to: tableDate(report.lastDay),
                      },
                    )}
              </p>
            )
          )}
        </div>
        <div className={css.barActions}>
          {state !== 'undoing' && (
            <Button kind="quiet" isDisabled={isBusy} onPress={() => void act('cancel')}>
              {t('imports:cancel')}
            </Button>
          )}
          {state === 'refused' && !isStale && step !== null ? (
            <Button kind="primary" onPress={() => goTo(stepElementId(step === 'columns' ? 'check' : step))}>
              {t('imports:toQuestion')}
            </Button>
          ) : (
            state !== 'storing' &&
            state !== 'undoing' && (
              <Button kind="primary" isDisabled={!isReady} isPending={isBusy} onPress={() => void load()}>
                {t('imports:import')}
              </Button>
            )
          )}
        </div>
      </div>
    </div>
  )
}

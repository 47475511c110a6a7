/** The past alerts of a rule, shown before it is saved. */
import { dayNumber } from '#domain/days'
import { writtenDay } from '#domain/written'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
import { Notice, Skeleton, useUi } from '#ui'
import { useEffect, useState } from 'react'
import { useAlerts } from './alerts-frame.tsx'
import { useAlertLocals, useBackTest } from './use-alert-data.ts'
import css from './alerts.module.css'

/** No request is sent while the user is typing. */
const STILL_MS = 400
const MAX = 6

function useStill<T>(value: T): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), STILL_MS)
    return () => clearTimeout(timer)
  }, [value])
  return still
}

export function BackTest({ draft }: { draft: AlertRuleDraft | null }) {
  const { t, locale } = useUi()
  const { say } = useAlerts()
  const request = useStill(
    draft === null || draft.kind === 'figure'
      ? null
      : JSON.stringify({ client: draft.client, kind: draft.kind, settings: draft.settings }),
  )
  const { data, error, isFetching } = useBackTest(
    request === null
      ? null
      : (JSON.parse(request) as {
          client: number
          kind: AlertRuleDraft['kind']
          settings?: Record<string, number | string>
        }),
  )
  const names = new Map(useAlertLocals().data?.map(({ id, name }) => [id, name]))
  const some = <T,>(list: readonly T[], word: (one: T) => string) => {
    const more = list.length > MAX ? [t('alerts:test.more', { count: list.length - MAX })] : []
    return [...list.slice(0, MAX).map(word), ...more].join(' · ')
  }
  return (
    <section
      className={css.test}
      aria-label={t('alerts:test.title')}
      aria-live="polite"
      aria-busy={isFetching}
      data-stale={isFetching || undefined}
    >
      <h2>{t('alerts:test.title')}</h2>
      {draft?.kind === 'figure' && <p className={css.over}>{t('alerts:test.figure')}</p>}
      {error !== null && data === undefined && (
        <Notice kind="warn" title={t('alerts:test.failed')}>
          {say(error)}
        </Notice>
      )}
      {data === undefined && error === null && draft?.kind !== 'figure' && <Skeleton shape="text" />}
      {data !== undefined && draft?.kind !== 'figure' && (
        <>
          <p className={css.said}>
            {t(data.times === 0 ? 'alerts:test.never' : data.times === 1 ? 'alerts:test.once' : 'alerts:test.times', {
              times: data.times,
              days: data.days,
            })}
          </p>
          <dl className={css.facts}>
            {data.byLocal.length > 0 && (
              <div>
                <dt>{t('alerts:test.where')}</dt>
                <dd>
                  {some(
                    data.byLocal,
                    ({ local, times }) => `${names.get(local) ?? t('alerts:unknownLocal', { id: local })} (${times})`,
                  )}
                </dd>
              </div>
            )}
            {data.byDay.length > 0 && (
              <div>
                <dt>{t('alerts:test.when')}</dt>
                <dd>{some(data.byDay.toReversed(), ({ day }) => writtenDay(dayNumber(day), 'day', locale))}</dd>
              </div>
            )}
          </dl>
          <p className={css.over}>{t('alerts:test.over', { count: data.locals })}</p>
        </>
      )}
    </section>
  )
}

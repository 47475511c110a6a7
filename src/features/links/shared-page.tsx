/** Around a dashboard that is read by a public link, and what is shown in its place. */
import { writtenDay, writtenMoment } from '#domain/written'
import { dayNumber } from '#domain/days'
import type { PublicLinkView } from '#schemas/generated/entities/public-link-view.ts'
import { useUi } from '#ui'
import type { ReactNode } from 'react'
import css from './links.module.css'

/** `away`: the server gives no answer. */
export type SharedProblem = 'ended' | 'invalid' | 'away'

export function SharedFrame({
  view: { name, periods, day, madeAt, endsAt },
  children,
}: {
  view: Pick<PublicLinkView, 'name' | 'periods' | 'day' | 'madeAt' | 'endsAt'>
  children: ReactNode
}) {
  const { t, locale } = useUi()
  const written = (at: number) => writtenMoment(at, 'dayClock', locale)
  return (
    <main id="main" className={css.shared}>
      {children}
      <footer className={css.foot}>
        <span>{name}</span>
        <span>
          {periods === 'snapshot'
            ? t('links:page.snapshot', { at: written(madeAt) })
            : periods === 'frozen'
              ? t('links:page.frozen', { day: writtenDay(dayNumber(day), 'longDate', locale) })
              : t('links:page.rolling')}
        </span>
        <span>{t('links:page.until', { at: written(endsAt) })}</span>
      </footer>
    </main>
  )
}

/** Without a problem it is being opened. */
export function SharedMessage({ problem }: { problem: SharedProblem | null }) {
  const { t } = useUi()
  return (
    <main id="main" className={css.message} aria-live="polite">
      {problem === null ? (
        <p className={css.opening}>{t('links:page.opening')}</p>
      ) : (
        <>
          <h1 className={css.title}>{t(`links:page.${problem}Title`)}</h1>
          <p className={css.why}>{t(`links:page.${problem}`)}</p>
        </>
      )}
    </main>
  )
}

/** The message of a screen that shows no dashboard, and over one whose figures are not updated. */
import { writtenMoment } from '#domain/written'
import { Notice, useUi } from '#ui'
import type { ReactNode } from 'react'
import css from './screen-message.module.css'

/** Around the dashboard of a screen. */
export const ScreenFrame = ({ children }: { children: ReactNode }) => (
  <main id="main" className={css.frame}>
    {children}
  </main>
)

/** `ended`: why nothing is shown, as `screens:ended.<reason>`; without it the screen is being opened. */
export function ScreenMessage({ ended }: { ended?: string }) {
  const { t } = useUi()
  return (
    <main id="main" className={css.page} aria-live="polite">
      {ended === undefined ? (
        <p className={css.opening}>{t('screens:page.opening')}</p>
      ) : (
        <>
          <h1 className={css.title}>{t('screens:page.endedTitle')}</h1>
          <p className={css.why}>{t(`screens:ended.${ended}`)}</p>
        </>
      )}
    </main>
  )
}

/** Since when (epoch ms) the server gives no answer, and of when the figures are; null = there are none yet. */
export function ScreenAway({ since, figuresAt }: { since: number; figuresAt: number | null }) {
  const { t, locale } = useUi()
  const written = (at: number) => writtenMoment(at, 'dayClock', locale)
  return (
    <div className={css.away}>
      <Notice kind="warn">
        {figuresAt === null
          ? t('screens:page.awayEmpty', { since: written(since) })
          : t('screens:page.away', { since: written(since), at: written(figuresAt) })}
      </Notice>
    </div>
  )
}

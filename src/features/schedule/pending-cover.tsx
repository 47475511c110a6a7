/**
 * While there are changes to save, what would leave them behind is covered; pressing there says so, once per 3 s (spec
 * 2, section 4).
 */
import { toasts, useUi } from '#ui'
import { type ReactNode, useState } from 'react'
import { throttled } from './throttle.ts'
import css from './schedule.module.css'

const AGAIN_MS = 3000

export function PendingCover({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const { t } = useUi()
  const [warn] = useState(() =>
    throttled((words: string) => {
      toasts.warn(words)
    }, AGAIN_MS),
  )
  const words = t('schedule:pending.before')
  return (
    <div className={css.cover}>
      <div className={css.covered} inert={isOn}>
        {children}
      </div>
      {isOn && (
        <button type="button" className={css.shield} aria-label={words} title={words} onClick={() => warn(words)} />
      )}
    </div>
  )
}

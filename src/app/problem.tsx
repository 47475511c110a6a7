/** Shown when a page could not be loaded or drawn at all. */
import { isRecord } from '#domain/record'
import { ErrorState, useUi } from '#ui'
import { useRouteError } from 'react-router'
import { isChunkError, reloadOnce } from './chunk-reload.ts'
import { errorText } from './error-text.ts'
import { useArrived } from './use-arrived.ts'
import css from './problem.module.css'

export function Problem() {
  const { t } = useUi()
  const cause = useRouteError()
  useArrived()
  const isOld = isChunkError(cause)
  if (isOld && reloadOnce()) return null
  const code = isRecord(cause) && typeof cause.code === 'string' ? cause.code : undefined
  return (
    <main className={css.page}>
      <ErrorState
        isPage
        title={t('app:error.title')}
        code={isOld ? 'PAGE_FILE_UNAVAILABLE' : (code ?? 'PAGE_CRASHED')}
        onRetry={() => window.location.reload()}
        action={<a href="/users">{t('app:error.home')}</a>}
      >
        {isOld ? t('app:error.chunk') : code === undefined ? t('errors:PAGE_CRASHED') : errorText(cause)}
      </ErrorState>
    </main>
  )
}

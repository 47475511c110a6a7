/** What is shown when a page could not be loaded or drawn at all. */
import { Button, useUi } from '#ui'
import { useRouteError } from 'react-router'
import { isChunkError, reloadOnce } from './chunk-reload.ts'
import { errorText } from './error-text.ts'
import { useArrived } from './use-arrived.ts'
import css from './problem.module.css'

export function Problem() {
  const { t } = useUi()
  const cause = useRouteError()
  useArrived()
  if (isChunkError(cause) && reloadOnce()) return null
  return (
    <main role="alert" className={css.page}>
      <h1>{t('app:error.title')}</h1>
      <p>{isChunkError(cause) ? t('app:error.chunk') : errorText(cause)}</p>
      <div className={css.ways}>
        <Button onPress={() => window.location.reload()}>{t('ui.retry')}</Button>
        <a href="/users">{t('app:error.home')}</a>
      </div>
    </main>
  )
}

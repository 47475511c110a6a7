/**
 * Saved views and annotations of the dashboard on show: read behind its figures. The view with which it opens is kept
 * in this browser too, so that the next time it is there before the first question.
 */
import { viewSearch, withView } from '#domain/saved-view'
import { whenIdle } from '#ui'
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { annotationsApi } from '../api/annotations.ts'
import { localsApi } from '../api/locals.ts'
import { viewsApi } from '../api/views.ts'
import type { AnnotationsPorts, ViewsPorts } from '../features/dashboards/viewing/ports.ts'
import { api } from './api.ts'
import { browserUrl } from './browser-ports.ts'
import { errorText } from './error-text.ts'

const views = viewsApi(api.client)
const annotations = annotationsApi(api.client)
const { clients } = localsApi(api.client)

const keyOf = (user: number, dashboard: string) => `aforo.view.${user}.${dashboard}`

/** Dashboards that were opened without a word on their filters, and without a known view. */
const undecided = new Set<string>()

/** Before a dashboard reads its address: the view it opens with, where the address has no filters. */
export function beginWithView(user: number, dashboard: string): void {
  undecided.delete(dashboard)
  const { search } = window.location
  if (viewSearch(search) !== '') return
  const known = localStorage.getItem(keyOf(user, dashboard))
  if (known === null) undecided.add(dashboard)
  else browserUrl().write(withView(search, known), 'replace')
}

/** Another address of the same page: the dashboard hears of it as of a step back. */
function go(view: Pick<SavedView, 'search'>): void {
  const url = browserUrl()
  url.write(withView(url.search(), view.search), 'push')
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
}

interface Viewing {
  readonly views: ViewsPorts | undefined
  readonly annotations: AnnotationsPorts | undefined
}

/** @param isReady the first figures are there */
export function useViewing(me: Me | null, dashboard: string, isReady: boolean): Viewing {
  const [all, setAll] = useState<{ readonly of: string; readonly all: readonly Annotation[] } | null>(null)
  const user = me?.id ?? 0
  const isDemo = me?.properties.demo ?? true
  const onViews = useCallback(
    (found: readonly SavedView[]) => {
      const standard = found.find(({ isDefault }) => isDefault)
      const key = keyOf(user, dashboard)
      if (standard === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, standard.search)
    },
    [user, dashboard],
  )
  const onAll = useCallback((found: readonly Annotation[]) => setAll({ of: dashboard, all: found }), [dashboard])
  useEffect(() => {
    if (!isReady) return undefined
    const abort = new AbortController()
    const cancel = whenIdle(() => {
      // A list that fails here is read again where it is opened, and its error is shown there.
      if (!isDemo) annotations.list(dashboard, abort.signal).then(onAll, () => undefined)
      views.list(dashboard, abort.signal).then(
        (found) => {
          onViews(found)
          const standard = found.find(({ isDefault }) => isDefault)
          if (undecided.delete(dashboard) && standard !== undefined) go(standard)
        },
        () => undefined,
      )
    })
    return () => {
      cancel()
      abort.abort()
    }
  }, [isReady, isDemo, dashboard, onAll, onViews])
  return useMemo(
    () => ({
      views: {
        api: views,
        dashboard,
        search: () => window.location.search,
        apply: go,
        mayShare: !isDemo,
        onViews,
        say: errorText,
      },
      annotations: isDemo
        ? undefined
        : {
            api: annotations,
            dashboard,
            all: all?.of === dashboard ? all.all : null,
            onAll,
            clients: () => clients(AbortSignal.timeout(30_000)),
            say: errorText,
          },
    }),
    [dashboard, isDemo, all, onAll, onViews],
  )
}

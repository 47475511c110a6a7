import { ensureTexts } from '#i18n'
import { toasts, whenIdle } from '#ui'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { dashboardsApi } from '../api/dashboards.ts'
import type { DashboardOwn } from '../features/dashboards/dashboard-page.tsx'
import { pathsOf } from '../features/dashboards/paths.ts'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { session } from './session.ts'

const CustomiseDialog = lazy(async () => {
  const [loaded] = await Promise.all([import('./customise-dialog.tsx'), ensureTexts('dashboard')])
  return loaded
})

/**
 * The rights of this account on the dashboard: edit it, or a copy of a built-in one, and keep it among its
 * favourites. Requested after the figures: beside them it takes the server's time, and draws the page in between.
 */
export function useOwn(id: string, isShown: boolean): DashboardOwn | undefined {
  const [entry, setEntry] = useState<Dashboard | null>(null)
  const [isCopying, setCopying] = useState(false)
  useEffect(() => {
    if (!isShown) return undefined
    let current = true
    const ask = () => {
      dashboardsApi(api.client)
        .one(id)
        .then(
          (found) => {
            if (current) setEntry(found.entry)
          },
          () => undefined,
        )
    }
    const cancel = whenIdle(ask)
    return () => {
      current = false
      cancel()
    }
  }, [id, isShown])
  return useMemo(() => {
    if (entry?.id !== id) return undefined
    const star = async (starred: boolean) => {
      const mark = (is: boolean) => setEntry((now) => (now?.id === id ? { ...now, starred: is } : now))
      mark(starred)
      await dashboardsApi(api.client)
        .star(id, starred)
        .catch((cause: unknown) => {
          mark(!starred)
          toasts.error(errorText(cause))
        })
    }
    return {
      starred: entry.starred,
      onStar: (starred) => void star(starred),
      ...(entry.mayEdit && { editPath: pathsOf(session.isAdmin() ? 'admin' : 'custom').edit(id) }),
      ...(entry.builtIn && { onCustomise: () => setCopying(true) }),
      dialog: isCopying && (
        <Suspense>
          <CustomiseDialog of={entry} onClose={() => setCopying(false)} />
        </Suspense>
      ),
    }
  }, [id, entry, isCopying])
}

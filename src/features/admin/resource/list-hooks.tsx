/** Queries and mutations of the list of a described noun: its entries, removing one, and restoring it. */
import { confirmAndRun, toasts, useUi } from '#ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import type { Entry, ListResource } from './resource.ts'

export const listKey = (name: string) => ['admin', name] as const

/** Puts back what was removed and says so; undefined where there is nothing that restores. */
export function useRestore<Entity>(
  { name, also = [], label }: { name: string; also?: readonly string[]; label: (entity: Entity) => string },
  restore: ((id: number) => Promise<Entity>) | undefined,
): ((id: number) => Promise<void>) | undefined {
  const { t } = useUi()
  const { say } = useAdmin()
  const queries = useQueryClient()
  if (restore === undefined) return undefined
  return async (id) => {
    try {
      const entity = await restore(id)
      toasts.success(t('admin:restored', { name: label(entity) }))
      await Promise.all([name, ...also].map((one) => queries.invalidateQueries({ queryKey: listKey(one) })))
    } catch (cause) {
      toasts.error(say(cause))
    }
  }
}

export function listHooks<Entity extends Entry, Lists>(resource: ListResource<Entity, Lists>) {
  const { name, words, label, Removal } = resource

  function useEntries() {
    const { api } = useAdmin()
    return useQuery({
      queryKey: listKey(name),
      queryFn: ({ signal }) => resource.collection(api).list(signal),
      staleTime: 0,
    })
  }
  function useRefresh() {
    const queries = useQueryClient()
    return () =>
      Promise.all(
        [name, ...(resource.also ?? [])].map((one) =>
          queries.invalidateQueries({ queryKey: listKey(one), exact: true }),
        ),
      )
  }
  /** The list, and the entry on show. */
  function useRefreshAll() {
    const queries = useQueryClient()
    return () => queries.invalidateQueries({ queryKey: listKey(name) })
  }

  /** Puts back what was removed and says so. Undefined where that is not possible. */
  function useRestoring(): ((id: number) => Promise<void>) | undefined {
    const { api } = useAdmin()
    const { restore } = resource.collection(api)
    const isPossible = Removal === undefined && resource.isMadeElsewhere !== true
    return useRestore(resource, isPossible ? restore : undefined)
  }

  /** Asks first; `leave` runs before what is on show is asked for again. `removal`: to be put into the page. */
  function useRemoving(): {
    readonly removing: (entity: Entity, leave?: () => void) => Promise<void>
    readonly removal: ReactNode
  } {
    const { t } = useUi()
    const { api, say } = useAdmin()
    const refresh = useRefresh()
    const restore = useRestoring()
    const [asked, setAsked] = useState<{ readonly entity: Entity; readonly leave: (() => void) | undefined } | null>(
      null,
    )
    if (Removal !== undefined)
      return {
        removing: (entity, leave) => {
          setAsked({ entity, leave })
          return Promise.resolve()
        },
        removal: asked !== null && (
          <Removal
            key={asked.entity.id}
            entity={asked.entity}
            onClose={() => setAsked(null)}
            onRemoved={() => {
              asked.leave?.()
              void refresh()
            }}
          />
        ),
      }
    const removing = async (entity: Entity, leave?: () => void) => {
      const answer = await confirmAndRun({
        question: t(`${words}removeQuestion`, { name: label(entity) }),
        isDanger: true,
        confirmLabel: t('admin:remove'),
        errorText: say,
        ...(restore && {
          doneText: t('admin:removed', { name: label(entity) }),
          doneAction: { label: t('admin:undo'), onPress: () => void restore(entity.id) },
        }),
        run: () => resource.collection(api).remove(entity.id),
      })
      if (answer !== 'done') return
      leave?.()
      await refresh()
    }
    return { removing, removal: null }
  }

  return { useEntries, useRefresh, useRefreshAll, useRemoving, useRestoring }
}

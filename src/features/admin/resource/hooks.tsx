/** What the pages of a described noun ask and do: its entries, saving one, removing one. */
import { confirmAndRun, toasts, useUi } from '#ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { area } from '../paths.ts'
import { placed } from '../refusals.ts'
import type { Entry, PageResource } from './resource.ts'

const listKey = (name: string) => ['admin', name] as const

export function resourceHooks<Entity extends Entry, Draft extends object, Values extends object, Lists>(
  resource: PageResource<Entity, Draft, Values, Lists>,
) {
  const { name, words, label } = resource

  function useEntries() {
    const { api } = useAdmin()
    return useQuery({
      queryKey: listKey(name),
      queryFn: ({ signal }) => resource.collection(api).list(signal),
      staleTime: 0,
    })
  }
  /** Forgotten with the page that shows it, so that a form never begins with what it was before. */
  function useEntry(id: number) {
    const { api } = useAdmin()
    return useQuery({
      queryKey: [...listKey(name), id],
      queryFn: ({ signal }) => resource.collection(api).one(id, signal),
      staleTime: 0,
      gcTime: 0,
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

  /**
   * The entry that a form was filled with. What is asked for again meanwhile takes its place only where it says the same
   * in the form: else it would overwrite a change of another person unseen.
   */
  function useFilledWith(now: Entity | undefined): Entity | undefined {
    const [seen, setSeen] = useState(now)
    if (now === undefined || seen === undefined || seen === now) return seen
    const valuesOf = (entity: Entity) => JSON.stringify(resource.valuesOf(entity))
    if (valuesOf(seen) !== valuesOf(now)) return seen
    setSeen(now)
    return now
  }

  const { Removal } = resource

  /** Asks first; `leave` runs before what is on show is asked for again. `removal`: to be put into the page. */
  function useRemoving(): {
    readonly removing: (entity: Entity, leave?: () => void) => Promise<void>
    readonly removal: ReactNode
  } {
    const { t } = useUi()
    const { api, say } = useAdmin()
    const refresh = useRefresh()
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
        run: () => resource.collection(api).remove(entity.id),
      })
      if (answer !== 'done') return
      leave?.()
      await refresh()
    }
    return { removing, removal: null }
  }

  function useSaving(before?: Entity) {
    const { t } = useUi()
    const { api, say } = useAdmin()
    const refresh = useRefresh()
    const navigate = useNavigate()
    return async (values: Values) => {
      const draft = resource.draftOf(values)
      const calls = resource.collection(api)
      const seen = before?.updatedAt === undefined ? draft : { ...draft, updatedAt: before.updatedAt }
      const saved = await placed(
        before === undefined ? calls.add(draft) : calls.save(before.id, seen),
        resource.places?.(t) ?? {},
        say,
      )
      toasts.success(t('admin:saved', { name: label(saved) }))
      void navigate(area(name).list)
      void refresh()
    }
  }

  return { useEntries, useEntry, useFilledWith, useRefreshAll, useRemoving, useSaving }
}

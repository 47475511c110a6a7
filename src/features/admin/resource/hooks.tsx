/** Queries and mutations of the forms of a described noun: one entry, and saving it. */
import { isRecord } from '#domain/record'
import { toasts, useUi } from '#ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { area } from '../paths.ts'
import { mapServerErrors } from '../server-errors.ts'
import { listHooks, listKey } from './list-hooks.tsx'
import type { Entry, PageResource } from './resource.ts'

export function resourceHooks<Entity extends Entry, Draft extends object, Values extends object, Lists>(
  resource: PageResource<Entity, Draft, Values, Lists>,
) {
  const { name, label } = resource
  const ofList = listHooks(resource)
  const { useRefresh } = ofList

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
  /**
   * The entry that a form was filled with. What is asked for again meanwhile takes its place only where it says the
   * same in the form: else it would overwrite a change of another person unseen.
   */
  function useFilledWith(now: Entity | undefined): Entity | undefined {
    const [seen, setSeen] = useState(now)
    if (now === undefined || seen === undefined || seen === now) return seen
    const valuesOf = (entity: Entity) => JSON.stringify(resource.valuesOf(entity))
    if (valuesOf(seen) !== valuesOf(now)) return seen
    setSeen(now)
    return now
  }

  function useSaving(before?: Entity) {
    const { t } = useUi()
    const { api, say } = useAdmin()
    const refresh = useRefresh()
    const navigate = useNavigate()
    const queries = useQueryClient()
    /**
     * A change by another user is then in the history below the form, which keeps its input.
     */
    const showWhatChanged = (cause: unknown): never => {
      if (isRecord(cause) && cause.code === 'ENTRY_CHANGED' && before !== undefined)
        void queries.invalidateQueries({ queryKey: [...listKey(name), before.id] })
      throw cause
    }
    return async (values: Values) => {
      const draft = resource.draftOf(values)
      const calls = resource.collection(api)
      const seen = before?.updatedAt === undefined ? draft : { ...draft, updatedAt: before.updatedAt }
      const saved = await mapServerErrors(
        before === undefined ? calls.add(draft) : calls.save(before.id, seen).catch(showWhatChanged),
        resource.places?.(t) ?? {},
        say,
      )
      toasts.success(t('admin:saved', { name: label(saved) }))
      const paths = area(name)
      void navigate(before === undefined && resource.opensNew === true ? paths.edit(saved.id) : paths.list)
      void refresh()
    }
  }

  return { ...ofList, useEntry, useFilledWith, useSaving }
}

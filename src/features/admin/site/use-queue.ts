/** The drafts of this device, sent in the background for as long as the administration is open. */
import { isRecord } from '#domain/record'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { AdminApi } from '../../../api/admin.ts'
import { useAdmin } from '../admin-frame.tsx'
import { type Draft, type EntryRef, type Keep, memoryKeep } from './draft.ts'
import { createQueue, type Queue, type SavedEntry } from './queue.ts'

/** How often what could not be sent is tried again; a network that comes back is tried at once. */
const RETRY_MS = 8000

/** The nouns whose entries are entered on site, by the path of their calls. */
const NOUN_OF: Readonly<Record<string, string>> = { presetup: 'presetups', preseal: 'preseals' }

const queues = new WeakMap<AdminApi, Queue>()

function begin(api: AdminApi, user: number, keep: Keep, queries: QueryClient): Queue {
  const queue = createQueue({
    user,
    keep,
    calls: {
      add: (path, draft) => api.entries<SavedEntry, object>(path).add(draft),
      savePart: (path, id, part, message) => api.savePart(path, id, part, message),
      one: (path, id) => api.entries<SavedEntry, object>(path).one(id),
    },
    onSaved(path, entry) {
      const noun = NOUN_OF[path] ?? path
      queries.setQueryData(['admin', noun, entry.id], entry)
      void queries.invalidateQueries({ queryKey: ['admin', noun], exact: true })
    },
  })
  queues.set(api, queue)
  void queue.load().then(() => queue.send())
  return queue
}

export function useQueue(): Queue {
  const { api, me, drafts } = useAdmin()
  const queries = useQueryClient()
  const queue = useMemo(
    () => queues.get(api) ?? begin(api, me.id, drafts ?? memoryKeep(), queries),
    [api, me.id, drafts, queries],
  )
  useEffect(() => {
    const send = () => void queue.send()
    const timer = setInterval(() => {
      if (queue.store.getState().drafts.length > 0) send()
    }, RETRY_MS)
    window.addEventListener('online', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [queue])
  return queue
}

const NONE: readonly Draft[] = []

/** Of one entry; all of a noun, where none is named. */
export function useDrafts(queue: Queue, path: string, ref?: EntryRef): readonly Draft[] {
  const all = useStore(queue.store, ({ drafts }) => drafts)
  return useMemo(() => {
    const own = all.filter((one) => one.path === path && (ref === undefined || one.ref === ref))
    return own.length === 0 ? NONE : own
  }, [all, path, ref])
}

/** The sentence of what the server refused, in the reader's language. */
export function useRefusal(): (draft: Draft) => string | null {
  const { say } = useAdmin()
  return ({ problem }) =>
    problem?.kind !== 'refused'
      ? null
      : say(
          Object.assign(new Error(problem.message), {
            code: problem.code,
            details: isRecord(problem.details) ? problem.details : {},
          }),
        )
}

/** An entry as this device knows it: what the server has, under what was entered here and is not there yet. */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Draft, EntryRef, Values } from './draft.ts'
import { NEW_ENTRY } from './draft.ts'
import { answerId, type Queue } from './queue.ts'
import { useDrafts, useQueue } from './use-queue.ts'

/** After the last key that was pressed: then a part is sent. */
const REST_MS = 900

export interface EntryDrafts<Entity> {
  readonly queue: Queue
  readonly drafts: readonly Draft[]
  readonly draftOf: (part: string) => Draft | undefined
  /** The server's, under the drafts. */
  readonly merged: Entity
  readonly isReachable: boolean
  readonly isSending: boolean
  readonly change: (part: string, values: Values, isReady: boolean) => void
}

export function useEntryDrafts<Entity extends { readonly partsAt: object; readonly updatedAt: number }>(
  path: string,
  ref: EntryRef,
  given: Entity,
): EntryDrafts<Entity> {
  const queue = useQueue()
  const drafts = useDrafts(queue, path, ref)
  const { isReachable, isSending, answers } = useStore(queue.store)
  const answer = answers[answerId(path, ref)]
  // A draft goes at once, and the page is given the entry a moment later: without it, what was saved would not be
  // there.
  const entity = answer === undefined || answer.updatedAt < given.updatedAt ? given : (answer as unknown as Entity)
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  // The last input is stored when the page ends, not by the timer.
  useEffect(
    () => () => {
      if (rest.current === undefined) return
      clearTimeout(rest.current)
      void queue.send()
    },
    [queue],
  )
  const merged = useMemo(
    () => Object.assign({}, entity, ...drafts.map(({ values }) => values)) as Entity,
    [entity, drafts],
  )
  const change = useCallback(
    (part: string, values: Values, isReady: boolean) => {
      const seen = (entity.partsAt as Readonly<Record<string, number | undefined>>)[part] ?? null
      void queue.change({ path, ref, part, values, seen, isReady })
      clearTimeout(rest.current)
      rest.current = setTimeout(() => {
        rest.current = undefined
        void queue.send()
      }, REST_MS)
    },
    [queue, path, ref, entity],
  )
  return {
    queue,
    drafts,
    // A new entry says what its first part says.
    draftOf: (part) =>
      drafts.find((one) => one.part === part) ?? drafts.find((one) => part === 'place' && one.part === NEW_ENTRY),
    merged,
    isReachable,
    isSending,
    change,
  }
}

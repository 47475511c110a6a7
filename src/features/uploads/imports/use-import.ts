/**
 * One import, followed until it rests, and what a person changes in its settings. A change is kept while the files
 * are being read and sent
 * when they have been: nothing that was typed is lost, and the last word holds.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isUnderWay } from '#domain/import-states'
import { saidByHand } from '#domain/imports'
import { codeOf } from '#ui/page/query-state.tsx'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { KEYS, useImports } from './imports-frame.tsx'

const POLL_MS = 500
/** Several changes one after the other are read once. */
const SETTLE_MS = 500

export type Setting = keyof ImportSettings
type Action = 'load' | 'cancel' | 'undo'

export interface ImportWork {
  /** As it is now; while its files are read again, with what was found before. */
  readonly now: Import
  /** A setting as it is in force, with what was changed and is not read yet. */
  readonly valueOf: <K extends Setting>(setting: K) => ImportSettings[K] | null
  /** True for what the files gave. */
  readonly isFound: (setting: string) => boolean
  readonly change: (part: ImportSettings) => void
  /** Changes that are not in the report yet. */
  readonly isStale: boolean
  /** Why the last change or action was refused. */
  readonly refusal: string | null
  /** Sends a refused change again. */
  readonly retry: (() => void) | null
  readonly isBusy: boolean
  readonly act: (action: Action) => Promise<Import | null>
}

/** Reports when one of these imports has been stored or undone, which ends long after its request. */
export function useStoredNotice(imports: readonly Pick<Import, 'id' | 'state'>[]): void {
  const { onStored } = useImports()
  const before = useRef<ReadonlyMap<number, Import['state']>>(new Map())
  useEffect(() => {
    const was = (id: number) => before.current.get(id)
    const isStored = imports.some(
      ({ id, state }) => (was(id) === 'storing' && state === 'loaded') || (was(id) === 'undoing' && state === 'undone'),
    )
    before.current = new Map(imports.map(({ id, state }) => [id, state]))
    if (isStored) onStored()
  }, [imports, onStored])
}

export function useImportQuery(id: number) {
  const { api } = useImports()
  return useQuery({
    queryKey: KEYS.one(id),
    queryFn: ({ signal }) => api.one(id, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data.state) ? POLL_MS : false),
    refetchIntervalInBackground: true,
    retry: (count, cause) => count < 2 && codeOf(cause) !== 'IMPORT_NOT_FOUND',
  })
}

/** @param current the newest answer */
/** A draft that is being sent to the server, there, or refused by it. */
interface Sent {
  readonly draft: ImportSettings
  readonly how: 'sending' | 'taken' | 'refused'
  /** The answer it was based on: a different one is the reply to it. */
  readonly over: Import
}

/** @param current the newest answer */
export function useImport(current: Import): ImportWork {
  const { api, say } = useImports()
  const queries = useQueryClient()
  const { id, state } = current
  const [settled, setSettled] = useState(current)
  const [draft, setDraft] = useState<ImportSettings | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useStoredNotice(useMemo(() => [{ id, state }], [id, state]))
  const isReading = state === 'reading'
  if (!isReading && settled !== current) setSettled(current)
  if (!isReading && draft !== null && sent?.how === 'taken' && sent.draft === draft && current !== sent.over) {
    setDraft(null)
    setSent(null)
  }

  const take = useCallback(
    (answer: Import) => {
      queries.setQueryData(KEYS.one(id), answer)
    },
    [queries, id],
  )
  const isOpen = state === 'ready' || state === 'refused'
  const isUnsent = draft !== null && sent?.draft !== draft
  useEffect(() => {
    if (!isUnsent || !isOpen) return undefined
    const timer = setTimeout(() => {
      setSent({ draft, how: 'sending', over: settled })
      setRefusal(null)
      api.change(id, { ...saidByHand(settled), ...draft }).then(
        (answer) => {
          take(answer)
          setSent((one) => (one?.draft === draft ? { ...one, how: 'taken' } : one))
        },
        (cause: unknown) => {
          // Another person changed it meanwhile: when their reading is done, this one follows.
          setSent(codeOf(cause) === 'IMPORT_STATE_CONFLICT' ? null : { draft, how: 'refused', over: settled })
          setRefusal(say(cause))
          void queries.invalidateQueries({ queryKey: KEYS.one(id) })
        },
      )
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [draft, isUnsent, isOpen, settled, id, api, say, take, queries])

  // A first reading has nothing before it; later ones show what was found before.
  const isAgain = isReading && settled.preview !== null
  const now: Import = isAgain ? { ...settled, state, progress: current.progress } : current
  return {
    now,
    valueOf: (setting) => (draft !== null && setting in draft ? draft[setting] : now.settings[setting]) ?? null,
    isFound: (setting) => !(draft !== null && setting in draft) && now.found.some((one) => one === setting),
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    isStale: isReading || draft !== null,
    refusal,
    retry: sent?.how === 'refused' ? () => setSent(null) : null,
    isBusy,
    async act(action) {
      setBusy(true)
      setRefusal(null)
      try {
        const answer = await api[action](id)
        take(answer)
        void queries.invalidateQueries({ queryKey: KEYS.history })
        return answer
      } catch (cause) {
        setRefusal(say(cause))
        void queries.invalidateQueries({ queryKey: KEYS.one(id) })
        return null
      } finally {
        setBusy(false)
      }
    },
  }
}

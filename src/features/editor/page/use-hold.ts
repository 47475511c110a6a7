import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { DraftPort } from '../model/drafts.ts'
import { createHolder, type Hold, type Holder } from '../model/hold.ts'

const always = { state: (): Hold => 'held', subscribe: () => () => undefined, takeOver: () => undefined }

/**
 * The tab that edits this dashboard in this browser, and the storage for drafts that only that tab writes to.
 *
 * @param name what the tabs have in common: the dashboard and the account; without it nothing is held
 */
export function useHold(
  name: string | undefined,
  draft: DraftPort | undefined,
): { readonly hold: Hold; readonly takeOver: () => void; readonly port: DraftPort | undefined } {
  const [holder, setHolder] = useState<Holder | null>(null)
  useEffect(() => {
    if (name === undefined) return
    const made = createHolder(globalThis.navigator?.locks, name)
    setHolder(made)
    return () => made.dispose()
  }, [name])
  const { state, subscribe, takeOver } = holder ?? always
  const hold = useSyncExternalStore(subscribe, state)
  const isHeld = useRef(true)
  useEffect(() => {
    isHeld.current = hold === 'held'
  }, [hold])
  const port = useMemo(
    (): DraftPort | undefined =>
      draft && {
        keepHere: (one) => {
          if (isHeld.current) draft.keepHere(one)
        },
        keep: (one) =>
          isHeld.current ? draft.keep(one) : Promise.reject(new Error('another tab keeps the draft of this dashboard')),
        drop: () => (isHeld.current ? draft.drop() : Promise.resolve()),
      },
    [draft],
  )
  return { hold, takeOver, port }
}

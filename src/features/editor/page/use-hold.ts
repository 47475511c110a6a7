import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { DraftPort } from '../model/drafts.ts'
import { createHolder, type Hold, type Holder } from '../model/hold.ts'

const always = { state: (): Hold => 'held', subscribe: () => () => undefined, takeOver: () => undefined }

/**
 * Who works on this dashboard in this browser, and the place for drafts that only that tab writes to.
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
  const [guard] = useState(() => ({ isHeld: true }))
  useEffect(() => {
    guard.isHeld = hold === 'held'
  }, [guard, hold])
  const port = useMemo(
    (): DraftPort | undefined =>
      draft && {
        keepHere: (one) => {
          if (guard.isHeld) draft.keepHere(one)
        },
        keep: (one) =>
          guard.isHeld ? draft.keep(one) : Promise.reject(new Error('another tab keeps the draft of this dashboard')),
        drop: () => (guard.isHeld ? draft.drop() : Promise.resolve()),
      },
    [draft, guard],
  )
  return { hold, takeOver, port }
}

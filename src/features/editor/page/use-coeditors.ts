/** Other users who have the editor of this dashboard open: requested at once and again while the page is visible. */
import { useEffect, useState } from 'react'
import type { Clock } from '#engine'
import type { Coeditor } from '../ports.ts'

/** Three of them fit into the minute after which a page is taken to be closed. */
export const BEAT_MS = 20_000

/** @param beat undefined where no server can be asked, or while another tab of this browser is the one that edits */
export function useCoeditors(
  clock: Clock,
  beat: ((page: string) => Promise<readonly Coeditor[]>) | undefined,
): readonly Coeditor[] {
  const [others, setOthers] = useState<readonly Coeditor[]>([])
  const [page] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-').slice(0, 40))
  useEffect(() => {
    if (beat === undefined) return
    let isOpen = true
    let cancel: () => void = () => undefined
    const ask = () => {
      cancel()
      cancel = clock.after(BEAT_MS, ask)
      if (document.visibilityState === 'hidden') return
      beat(page).then(
        (found) => {
          if (isOpen) setOthers(found)
        },
        // Asked again soon; those who were there are shown until then.
        () => undefined,
      )
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOpen = false
      cancel()
      document.removeEventListener('visibilitychange', ask)
      setOthers([])
    }
  }, [clock, beat, page])
  return others
}

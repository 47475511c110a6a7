/** The search over the document, and the way from what it found to the field in the panel. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { FindDialog } from '../find/find-dialog.tsx'
import { useFindEntries } from '../find/use-entries.ts'
import type { SearchEntry } from '../model/search.ts'
import { useEditor } from '../model/use-editor.tsx'
import { focusPlace } from '../panels/parts/focus-place.tsx'
import { afterFrames, FOCUS_FRAMES } from './after-frames.ts'

interface Finding {
  readonly isFinding: boolean
  readonly openFind: () => void
  readonly closeFind: () => void
  readonly lead: (entry: SearchEntry) => void
}

/** @param show draws the canvas and the panel again */
export function useFinding(
  page: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  show: () => void,
): Finding {
  const editor = useEditor()
  const [isFinding, setFinding] = useState(false)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const lead = ({ part, path }: SearchEntry) => {
    setFinding(false)
    show()
    editor.select(part === '' ? [] : [part])
    // The dialog gives the focus back first, and the panel is drawn.
    afterFrames(FOCUS_FRAMES, () => {
      page.current
        ?.querySelector(`[data-cell="${CSS.escape(part)}"], [data-grid="${CSS.escape(part.replace('section:', ''))}"]`)
        ?.scrollIntoView({ block: 'nearest' })
      stop.current?.()
      if (panel.current !== null) stop.current = focusPlace(panel.current, path)
    })
  }
  return {
    isFinding,
    openFind: useCallback(() => setFinding(true), []),
    closeFind: () => setFinding(false),
    lead,
  }
}

export function FindOfPage({ onFound, onClose }: { onFound: (entry: SearchEntry) => void; onClose: () => void }) {
  return <FindDialog {...useFindEntries()} onFound={onFound} onClose={onClose} />
}

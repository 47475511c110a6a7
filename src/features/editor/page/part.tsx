import { type ReactNode, useMemo } from 'react'
import { PartBoundary } from '#engine'
import { useEditorState } from '../model/use-editor.tsx'

/**
 * Keeps an error to one part of the page: the others and the draft stay usable. Another document or another selection
 * tries again.
 */
export function Part({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const doc = useEditorState((state) => state.doc)
  const selection = useEditorState((state) => state.selection)
  const resetOn = useMemo(() => ({ doc, selection }), [doc, selection])
  return (
    <PartBoundary part={`editor/${id}`} name={name} resetOn={resetOn}>
      {children}
    </PartBoundary>
  )
}

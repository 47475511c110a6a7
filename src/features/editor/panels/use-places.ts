import { useMemo } from 'react'
import { useEditorState } from '../model/use-editor.tsx'
import { type Place, placesOf } from '../model/filter-places.ts'

/** Filters of the document and their parts; others only when a filter or a section is another. */
export function usePlaces(): readonly Place[] {
  const params = useEditorState((state) => state.doc.params)
  const layout = useEditorState((state) => state.doc.layout)
  return useMemo(() => placesOf({ params, layout }), [params, layout])
}

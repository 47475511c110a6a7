import { useMemo } from 'react'
import { useEditorState } from '../model/use-editor.tsx'
import { type Place, placesOf, settablePlaces } from '../model/filter-places.ts'

/** Filters of the document and their parts; others only when a filter or a section is another. */
export const usePlaces = (): readonly Place[] => usePlacesOf(placesOf)

/** Those that an event of a widget can set. */
export const useSettablePlaces = (): readonly Place[] => usePlacesOf(settablePlaces)

function usePlacesOf(of: typeof placesOf): readonly Place[] {
  const params = useEditorState((state) => state.doc.params)
  const layout = useEditorState((state) => state.doc.layout)
  return useMemo(() => of({ params, layout }), [of, params, layout])
}

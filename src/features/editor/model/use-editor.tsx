/** The editor around a component: the canvas, the palette, the panels and the JSON view all use it. */
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Editor, EditorState } from './editor.ts'

export const EditorContext = createContext<Editor | null>(null)

/** The editor around this component. Throws outside an edit page. */
export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (editor === null) throw new Error('useEditor: no EditorContext above this component')
  return editor
}

/** A part of the editor's state; draws again only when that part changes. */
export function useEditorState<T>(pick: (state: EditorState) => T): T {
  return useStore(useEditor().store, pick)
}

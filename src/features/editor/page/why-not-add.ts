import type { EditorState } from '../model/editor.ts'

/** Why no widget can be added now, as a text of `editor:why`. */
export const whyNotAdd = ({ loaded, behind }: EditorState) =>
  behind ? 'behind' : loaded.readOnly ? 'readOnly' : undefined

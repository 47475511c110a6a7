/** Actions on a whole section, filter or query, by buttons and by keys. */
import { ArrowDownIcon, ArrowUpIcon, CopyIcon, IconButton, useUi } from '#ui'
import { duplicated, mayMove, moved, type PartKind } from '../../model/part-edits.ts'
import type { Editor } from '../../model/editor.ts'
import { useEditor, useEditorState } from '../../model/use-editor.tsx'

const STEP = { section: 'Section', param: 'Param', query: 'Query' } as const

function move(editor: Editor, kind: PartKind, id: string, by: -1 | 1): void {
  if (mayMove(editor.store.getState().doc, kind, id, by))
    editor.change({ key: `move${STEP[kind]}`, params: { name: id } }, moved(kind, id, by))
}

export function duplicatePart(editor: Editor, kind: PartKind, id: string): void {
  const made = duplicated(editor.store.getState().doc, kind, id)
  if (made === undefined || editor.store.getState().loaded.readOnly) return
  editor.change({ key: `duplicate${STEP[kind]}`, params: { name: id } }, made.recipe)
  editor.select([`${kind}:${made.id}`])
}

interface PressedKey {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  preventDefault(): void
}

/** Alt with an arrow moves, Ctrl with D duplicates. */
export function onPartKey(editor: Editor, kind: PartKind, id: string, event: PressedKey): void {
  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    event.preventDefault()
    move(editor, kind, id, event.key === 'ArrowUp' ? -1 : 1)
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
    event.preventDefault()
    duplicatePart(editor, kind, id)
  }
}

export function PartActions({ kind, id }: { kind: PartKind; id: string }) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const word = (name: string) => t(`editor-panels:partAction.${name}_${kind}`)
  return (
    <>
      <IconButton
        icon={<ArrowUpIcon />}
        label={word('up')}
        isDisabled={!mayMove(doc, kind, id, -1)}
        onPress={() => move(editor, kind, id, -1)}
      />
      <IconButton
        icon={<ArrowDownIcon />}
        label={word('down')}
        isDisabled={!mayMove(doc, kind, id, 1)}
        onPress={() => move(editor, kind, id, 1)}
      />
      <IconButton icon={<CopyIcon />} label={word('duplicate')} onPress={() => duplicatePart(editor, kind, id)} />
    </>
  )
}

/** Widgets that are added, removed, copied and pasted: each is one step, and what came is selected. */
import type { LoadContext } from '#engine'
import type { StoreApi } from 'zustand/vanilla'
import {
  copyWidgets,
  type FreshContext,
  freshWidget,
  pasteWidgets,
  type WidgetNames,
  withoutWidgets,
} from './doc-edits.ts'
import { exists } from './exists.ts'
import type { Editor, EditorState } from './editor.ts'
import type { UsualText } from './usual-filters.ts'

interface Parts {
  readonly store: StoreApi<EditorState>
  readonly context: LoadContext
  readonly change: Editor['change']
  /** Titles of new widgets by language. */
  readonly names: WidgetNames
  /** Labels of the filters that a new widget brings with it. */
  readonly usual: UsualText | undefined
  readonly schemaOf: FreshContext['schemaOf']
}

export function createWidgetEdits({
  store,
  context,
  change,
  names,
  usual,
  schemaOf,
}: Parts): Pick<Editor, 'addWidget' | 'removeWidgets' | 'copy' | 'paste'> {
  return {
    addWidget(type, at) {
      const { doc, loaded, size } = store.getState()
      const { id, recipe } = freshWidget(doc, type, {
        loaded,
        context,
        names,
        text: usual,
        schemaOf,
        size,
        ...(at && { at }),
      })
      change({ key: 'add', params: { type } }, recipe)
      store.setState({ selection: [id] })
      return id
    },
    removeWidgets(ids) {
      const there = ids.filter((id) => exists(store.getState().doc, id))
      if (there.length === 0) return
      change(
        { key: there.length === 1 ? 'remove' : 'removeMany', params: { count: there.length, name: there[0] ?? '' } },
        withoutWidgets(there),
      )
    },
    copy: (ids) => copyWidgets(store.getState().doc, ids, store.getState().loaded),
    paste(text, at) {
      const { doc, loaded, size } = store.getState()
      const pasted = pasteWidgets(doc, text, { loaded, context, size, ...(at && { at }) })
      if (pasted === null) return []
      change(
        {
          key: pasted.ids.length === 1 ? 'paste' : 'pasteMany',
          params: { count: pasted.ids.length, name: pasted.ids[0] ?? '' },
        },
        pasted.recipe,
      )
      store.setState({ selection: pasted.ids })
      return pasted.ids
    },
  }
}

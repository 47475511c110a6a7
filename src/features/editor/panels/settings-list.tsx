import { Badge, Button, PlusIcon, useUi } from '#ui'
import type { ReactNode } from 'react'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { onPartKey } from './parts/part-actions.tsx'
import { Fold } from './parts/fold.tsx'
import css from './panels.module.css'

interface ListProps {
  title: string
  entries: readonly { readonly id: string; readonly name: string; readonly note: string }[]
  kind: 'section' | 'param' | 'query'
  /** Adds one with a new id, and returns the id. */
  onAdd?: () => string
  /** In place of the button that adds one. */
  adding?: ReactNode
}

export function List({ title, entries, kind, onAdd, adding }: ListProps) {
  const { t } = useUi()
  const editor = useEditor()
  const readOnly = useEditorState((state) => state.loaded.readOnly)
  return (
    <Fold title={title} count={entries.length} isOpen>
      {entries.length === 0 && <p className={css.help}>{t(`editor-panels:settings.no_${kind}`)}</p>}
      <ul className={css.links}>
        {entries.map(({ id, name, note }) => (
          <li key={id}>
            <button
              type="button"
              className={css.link}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Control+D"
              onClick={() => editor.select([`${kind}:${id}`])}
              onKeyDown={(event) => onPartKey(editor, kind, id, event)}
            >
              <span>{name}</span>
              {note !== '' && <Badge>{note}</Badge>}
            </button>
          </li>
        ))}
      </ul>
      <div>
        {adding}
        {onAdd !== undefined && (
          <Button
            size="small"
            icon={<PlusIcon size={14} />}
            isDisabled={readOnly}
            onPress={() => editor.select([`${kind}:${onAdd()}`])}
          >
            {t(`editor-panels:settings.add_${kind}`)}
          </Button>
        )}
      </div>
    </Fold>
  )
}

/** The panel beside the canvas: what is selected decides what is edited. */
import { useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { onPartKey } from './parts/part-actions.tsx'
import { Head } from './parts/head.tsx'
import { ParamPanel } from './param-panel.tsx'
import { QueryPanel } from './query-panel.tsx'
import { SectionPanel } from './section-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { usePartName } from './use-part-name.ts'
import { WidgetPanel } from './widget-panel.tsx'
import css from './panels.module.css'

/** Asks for `PanelContext` and the editor above it, and for the texts of `editor-panels`, `metrics` and the widgets. */
export function Panel() {
  const selection = useEditorState((state) => state.selection)
  const editor = useEditor()
  const [, kind, id = ''] = /^(section|param|query):(.*)$/.exec(selection[0] ?? '') ?? []
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is selected, from any field of it
    <div
      className={css.panel}
      onKeyDown={(event) => {
        if (kind === 'section' || kind === 'param' || kind === 'query') onPartKey(editor, kind, id, event)
      }}
    >
      <Selected selection={selection} />
    </div>
  )
}

function Selected({ selection }: { selection: readonly string[] }) {
  const [first, ...more] = selection
  if (first === undefined) return <SettingsPanel />
  if (more.length > 0) return <Several selection={selection} />
  const [, kind, id = ''] = /^(section|param|query):(.*)$/.exec(first) ?? []
  if (kind === undefined) return <WidgetPanel key={first} id={first} />
  if (kind === 'section') return <SectionPanel key={first} id={id} />
  return kind === 'param' ? <ParamPanel key={first} id={id} /> : <QueryPanel key={first} id={id} />
}

function Several({ selection }: { selection: readonly string[] }) {
  const { t } = useUi()
  const editor = useEditor()
  const nameOf = usePartName()
  return (
    <>
      <Head kind={t('editor-panels:kind.several')} title={t('editor-panels:several', { count: selection.length })} />
      <ul className={css.links}>
        {selection.map((id) => (
          <li key={id}>
            <button type="button" className={css.link} onClick={() => editor.select([id])}>
              <span>{nameOf('widget', id)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={css.help}>{t('editor-panels:severalHelp')}</p>
    </>
  )
}

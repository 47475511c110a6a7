/** The dashboard itself: its name, who may open it, and the lists of its sections, filters and queries. */
import { ACCESS_FLAGS } from '#domain/access'
import { isRecord, own } from '#engine/core/document/pointer'
import { MultiSelect, type Option, SegmentedControl, useUi } from '#ui'
import { withQuery } from '../model/with-query.ts'
import { withSection } from '../model/with-section.ts'
import type { Doc } from '../model/patches.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { put, recordAt, textAt, textsAt } from '../model/raw.ts'
import { sectionsOf } from '../model/sections.ts'
import { Findings } from './parts/findings.tsx'
import { Head } from './parts/head.tsx'
import { Labelled } from './parts/fold.tsx'
import { AddFilter } from './parts/add-filter.tsx'
import { TabsEditor } from './tabs-editor.tsx'
import { TextValue } from './parts/text-value.tsx'
import { usePorts } from './ports.tsx'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'
import { List } from './settings-list.tsx'

export function SettingsPanel() {
  const { t } = useUi()
  const editor = useEditor()
  const { flagName, usual } = usePorts()
  const nameOf = usePartName()
  const doc = useEditorState((state) => state.doc)
  const readOnly = useEditorState((state) => state.loaded.readOnly)
  const word = (name: string) => t(`editor-panels:settings.${name}`)
  const access = typeof doc.access === 'string' ? [doc.access] : textsAt(doc, 'access')
  const sections = sectionsOf(doc)
  const params = Object.entries(recordAt(doc, 'params'))
  const queries = Object.entries(recordAt(doc, 'queries'))
  const { sources: registry } = editor.context
  // The one that answers any question, else the first there is.
  const all = [...registry.values()]
  const source = all.find(({ answers }) => answers !== undefined) ?? all[0]
  const refreshNote = (query: unknown) => {
    const seconds = own(query, 'refresh')
    return typeof seconds === 'number' ? t('editor-panels:settings.every', { seconds }) : ''
  }
  const add = (key: string, { id, recipe }: { readonly id: string; readonly recipe: (draft: Doc) => void }) => {
    editor.change({ key, params: { name: id } }, recipe)
    return id
  }
  return (
    <>
      <Head isTop kind={t('editor-panels:kind.dashboard')} title={word('title')} />
      {readOnly && <p className={css.help}>{word('readOnly')}</p>}
      <Findings under={['/name', '/access', '/apply', '/format', '/revision', '/_id', '/grids', '/i18n']} />
      <TextValue label={word('name')} path={['name']} value={textAt(doc, 'name')} keyHint="title" />
      <MultiSelect
        label={word('access')}
        help={word('accessHelp')}
        options={ACCESS_FLAGS.map((id): Option => ({ id, label: flagName(id), hint: id })).toSorted((a, b) =>
          a.label.localeCompare(b.label),
        )}
        value={access}
        placeholder={word('everyone')}
        onChange={(next) =>
          editor.change({ key: 'access' }, (draft) =>
            put(draft, ['access'], next.length === 0 ? undefined : next.length === 1 ? next[0] : next),
          )
        }
      />
      <Labelled label={word('apply')} help={word(doc.apply === 'manual' ? 'manualHelp' : 'autoHelp')}>
        <SegmentedControl
          label={word('apply')}
          size="small"
          value={doc.apply === 'manual' ? 'manual' : 'auto'}
          segments={(['auto', 'manual'] as const).map((id) => ({ id, label: word(id) }))}
          onChange={(next) => editor.change({ key: 'settings' }, (draft) => put(draft, ['apply'], next))}
        />
      </Labelled>
      <TabsEditor />
      <List
        title={word('sections')}
        entries={sections.map((section) => ({
          id: textAt(section, 'id'),
          name: nameOf('section', textAt(section, 'id')),
          note: t('editor-panels:settings.widgets', { count: textsAt(section, 'widgets').length }),
        }))}
        kind="section"
        onAdd={() => add('addSection', withSection(doc))}
      />
      <List
        title={word('params')}
        entries={params.map(([id, param]) => ({
          id,
          name: nameOf('param', id),
          note: isRecord(param) ? t(`editor-panels:param.type_${textAt(param, 'type')}`) : '',
        }))}
        kind="param"
        adding={<AddFilter />}
      />
      <List
        title={word('queries')}
        entries={queries.map(([id, query]) => ({ id, name: nameOf('query', id), note: refreshNote(query) }))}
        kind="query"
        onAdd={() =>
          source === undefined ? '' : add('addQuery', withQuery(doc, source, { sources: registry, text: usual }))
        }
      />
    </>
  )
}

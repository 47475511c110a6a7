/** The dashboard itself: its name, who may open it, and the lists of its sections, filters and queries. */
import { useState } from 'react'
import { ACCESS_FLAGS } from '#domain/access'
import { isRecord } from '#engine/core/pointer'
import { Badge, Button, MultiSelect, type Option, PlusIcon, SegmentedControl, TextField, useUi } from '#ui'
import { labelled } from '../model/doc-edits.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { addParam, addSection, put, recordAt, sectionsOf, textAt, textsAt } from './edits.ts'
import { Findings, Fold, Head, Labelled } from './parts/parts.tsx'
import { TextValue } from './parts/text-value.tsx'
import { usePorts } from './ports.tsx'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'

const ID = /^[a-zA-Z][a-zA-Z0-9-]{0,63}$/

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
  const first = [...editor.context.sources.keys()][0] ?? ''
  return (
    <>
      <Head isTop kind={t('editor-panels:kind.dashboard')} title={word('title')} />
      {readOnly && <p className={css.help}>{word('readOnly')}</p>}
      <Findings under={['/name', '/access', '/apply', '/format', '/revision', '/_id', '/grids', '/i18n']} />
      <TextValue label={word('name')} path={['name']} value={textAt(doc, 'name')} keyHint="title" />
      <MultiSelect
        label={word('access')} help={word('accessHelp')} options={ACCESS_FLAGS.map((id): Option => ({ id, label: flagName(id), hint: id })).toSorted((a, b) => a.label.localeCompare(b.label))} value={access} placeholder={word('everyone')}
        onChange={(next) => editor.change({ key: 'access' }, (draft) => put(draft, ['access'], next.length === 0 ? undefined : next.length === 1 ? next[0] : next))}
      />
      <Labelled label={word('apply')} help={word(doc.apply === 'manual' ? 'manualHelp' : 'autoHelp')}>
        <SegmentedControl
          label={word('apply')} size="small" value={doc.apply === 'manual' ? 'manual' : 'auto'} segments={(['auto', 'manual'] as const).map((id) => ({ id, label: word(id) }))}
          onChange={(next) => editor.change({ key: 'settings' }, (draft) => put(draft, ['apply'], next))}
        />
      </Labelled>
      <List
        title={word('sections')} entries={sections.map((section) => ({ id: textAt(section, 'id'), name: nameOf('section', textAt(section, 'id')), note: t('editor-panels:settings.widgets', { count: textsAt(section, 'widgets').length }) }))} kind="section"
        taken={sections.map((section) => textAt(section, 'id'))} base="section" onAdd={(id) => editor.change({ key: 'addSection', params: { name: id } }, (draft) => addSection(draft, id))}
      />
      <List
        title={word('params')} entries={params.map(([id, param]) => ({ id, name: nameOf('param', id), note: isRecord(param) ? t(`editor-panels:param.type_${textAt(param, 'type')}`) : '' }))} kind="param"
        taken={params.map(([id]) => id)} base="filter" onAdd={(id) => editor.change({ key: 'addParam', params: { name: id } }, (draft) => addParam(draft, id, { type: 'text', label: labelled(draft, 'filter', usual('filter')) }))}
      />
      <List
        title={word('queries')} entries={queries.map(([id, query]) => ({ id, name: id, note: textAt(query, 'source') }))} kind="query"
        taken={queries.map(([id]) => id)} base="query" onAdd={(id) => editor.change({ key: 'addQuery', params: { name: id } }, (draft) => put(draft, ['queries', id], { source: first }))}
      />
    </>
  )
}

interface ListProps {
  title: string
  entries: readonly { readonly id: string; readonly name: string; readonly note: string }[]
  kind: 'section' | 'param' | 'query'
  taken: readonly string[]
  /** What a new one is called unless somebody says otherwise. */
  base: string
  onAdd: (id: string) => void
}

function List({ title, entries, kind, taken, base, onAdd }: ListProps) {
  const { t } = useUi()
  const editor = useEditor()
  const [name, setName] = useState<string | null>(null)
  const add = () => {
    if (name === null || !ID.test(name) || taken.includes(name)) return
    onAdd(name)
    setName(null)
    editor.select([`${kind}:${name}`])
  }
  const fresh = () => { let n = entries.length + 1; while (taken.includes(`${base}${n}`)) n++; return `${base}${n}` }
  return (
    <Fold title={title} count={entries.length} isOpen>
      {entries.length === 0 && <p className={css.help}>{t(`editor-panels:settings.no_${kind}`)}</p>}
      <ul className={css.links}>
        {entries.map(({ id, name: called, note }) => (
          <li key={id}>
            <button type="button" className={css.link} onClick={() => editor.select([`${kind}:${id}`])}><span>{called}</span><Badge>{note}</Badge></button>
          </li>
        ))}
      </ul>
      {name === null
        ? <div><Button size="small" icon={<PlusIcon size={14} />} onPress={() => setName(fresh())}>{t(`editor-panels:settings.add_${kind}`)}</Button></div>
        : (
          <form className={css.adding} onSubmit={(event) => { event.preventDefault(); add() }}>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone, and this took its place */}
            <TextField label={t('editor-panels:settings.id')} value={name} autoFocus error={!ID.test(name) ? t('editor-panels:idRule') : taken.includes(name) ? t('editor-panels:settings.taken') : null} onChange={setName} />
            <div className={css.row}>
              <Button size="small" kind="primary" type="submit">{t('editor-panels:settings.add')}</Button>
              <Button size="small" kind="quiet" onPress={() => setName(null)}>{t('ui.form.cancel')}</Button>
            </div>
          </form>
        )}
    </Fold>
  )
}

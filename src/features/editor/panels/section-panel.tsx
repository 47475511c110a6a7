/** One section: its title, the filters it shows and those it needs. */
import { own } from '#engine/core/document/pointer'
import { Button, IconButton, MultiSelect, Switch, TrashIcon, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { listAt, put, recordAt, textAt, textsAt } from '../model/raw.ts'
import { removeSection, sectionIndex } from '../model/sections.ts'
import { AddFilter } from './parts/add-filter.tsx'
import { Advanced, Beyond, Fold, Labelled } from './parts/fold.tsx'
import { Findings } from './parts/findings.tsx'
import { Head } from './parts/head.tsx'
import { PartActions } from './parts/part-actions.tsx'
import { RepeatEditor } from './repeat-editor.tsx'
import { TextValue } from './parts/text-value.tsx'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'
import { CollapseChoice } from './collapse-choice.tsx'
import { TabChoice } from './tab-choice.tsx'

export function SectionPanel({ id }: { id: string }) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const nameOf = usePartName()
  const at = sectionIndex(doc, id)
  const sections = listAt(own(doc, 'layout'), 'sections')
  const section = sections[at]
  const path = ['layout', 'sections', at]
  const declared = Object.keys(recordAt(section, 'declares'))
  const params = [...new Set([...declared, ...Object.keys(recordAt(doc, 'params'))])].map((param) => ({
    id: param,
    label: nameOf('param', declared.includes(param) ? `${id}/${param}` : param),
  }))
  const list = (key: 'params' | 'requires', next: readonly string[]) => {
    const now = textsAt(section, key)
    const inOrder = [...now.filter((one) => next.includes(one)), ...next.filter((one) => !now.includes(one))]
    editor.change({ key: 'section', params: { name: id } }, (draft) =>
      put(draft, [...path, key], inOrder.length === 0 ? undefined : inOrder),
    )
  }
  const widgets = textsAt(section, 'widgets')
  const only = sections.length <= 1
  return (
    <>
      <Head
        kind={t('editor-panels:kind.section')}
        title={nameOf('section', id)}
        actions={
          <>
            <PartActions kind="section" id={id} />
            <IconButton
              icon={<TrashIcon />}
              label={t(only ? 'editor-panels:section.last' : 'editor-panels:section.remove')}
              isDisabled={only}
              onPress={() => {
                editor.change({ key: 'removeSection', params: { name: id } }, (draft) => removeSection(draft, id))
                editor.select([])
              }}
            />
          </>
        }
      />
      <Findings under={[`/layout/sections/${at}`]} />
      <TextValue
        key={id}
        label={t('editor-panels:widget.title')}
        path={[...path, 'title']}
        value={textAt(section, 'title')}
        isOptional
        keyHint={id}
      />
      <TabChoice id={id} />
      <CollapseChoice id={id} />
      <Fold title={t('editor-panels:repeat.title')} isOpen={own(section, 'repeat') !== undefined}>
        <RepeatEditor path={path} repeat={own(section, 'repeat')} />
      </Fold>
      <MultiSelect
        label={t('editor-panels:section.params')}
        help={t('editor-panels:section.paramsHelp')}
        options={params}
        value={textsAt(section, 'params')}
        placeholder={t('editor-panels:none')}
        onChange={(next) => list('params', next)}
      />
      <div>
        <AddFilter section={id} />
      </div>
      <MultiSelect
        label={t('editor-panels:section.requires')}
        help={t('editor-panels:section.requiresHelp')}
        options={params}
        value={textsAt(section, 'requires')}
        placeholder={t('editor-panels:none')}
        onChange={(next) => list('requires', next)}
      />
      <Switch
        isSelected={own(section, 'sticky') === true}
        onChange={(sticky) =>
          editor.change({ key: 'section', params: { name: id } }, (draft) =>
            put(draft, [...path, 'sticky'], sticky || undefined),
          )
        }
      >
        {t('editor-panels:section.sticky')}
      </Switch>
      {declared.length > 0 && <Beyond label={t('editor-panels:section.declares')} value={own(section, 'declares')} />}
      <Labelled
        label={t('editor-panels:section.widgets')}
        help={widgets.length === 0 ? t('editor-panels:section.empty') : undefined}
      >
        <ul className={css.links}>
          {widgets.map((widget) => (
            <li key={widget}>
              <Button size="small" kind="quiet" fill onPress={() => editor.select([widget])}>
                {nameOf('widget', widget)}
              </Button>
            </li>
          ))}
        </ul>
      </Labelled>
      <Advanced id={id} />
    </>
  )
}

import { own } from '#engine/core/document/pointer'
import { Select, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { listAt, put, textAt } from '../model/raw.ts'
import { sectionIndex } from '../model/sections.ts'
import { tabsOf } from '../model/tabs.ts'
import { usePartName } from './use-part-name.ts'

/** The tab it is on, where the page has tabs. */
export function TabChoice({ id }: { id: string }) {
  const { t } = useUi()
  const editor = useEditor()
  const nameOf = usePartName()
  const doc = useEditorState((state) => state.doc)
  const at = sectionIndex(doc, id)
  const tabs = tabsOf(doc).map((tab) => textAt(tab, 'id'))
  if (tabs.length === 0) return null
  return (
    <Select
      label={t('editor-panels:section.tab')}
      help={t('editor-panels:section.tabHelp')}
      options={[
        { id: EVERY_TAB, label: t('editor-panels:section.everyTab') },
        ...tabs.map((one) => ({ id: one, label: nameOf('tab', one) })),
      ]}
      value={textAt(listAt(own(doc, 'layout'), 'sections')[at], 'tab') || EVERY_TAB}
      onChange={(next) =>
        editor.change({ key: 'section', params: { name: id } }, (draft) =>
          put(draft, ['layout', 'sections', at, 'tab'], next === EVERY_TAB || next === null ? undefined : next),
        )
      }
    />
  )
}

/** No tab can be called so. */
const EVERY_TAB = '(every)'

import { own } from '#engine/core/document/pointer'
import { Select, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { listAt, put, textAt } from '../model/raw.ts'
import { sectionIndex } from '../model/sections.ts'

const COLLAPSE = ['never', 'open', 'closed'] as const

/** Whether readers may collapse it, and how it begins. */
export function CollapseChoice({ id }: { id: string }) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const at = sectionIndex(doc, id)
  return (
    <Select
      label={t('editor-panels:section.collapse')}
      help={t('editor-panels:section.collapseHelp')}
      options={COLLAPSE.map((one) => ({ id: one, label: t(`editor-panels:section.collapse_${one}`) }))}
      value={textAt(listAt(own(doc, 'layout'), 'sections')[at], 'collapse') || 'never'}
      onChange={(next) =>
        editor.change({ key: 'section', params: { name: id } }, (draft) =>
          put(draft, ['layout', 'sections', at, 'collapse'], next === 'never' || next === null ? undefined : next),
        )
      }
    />
  )
}

/** The tabs of the page: their names, their order, and how many sections each has. */
import { own } from '#engine/core/document/pointer'
import { Button, IconButton, PlusIcon, TrashIcon, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { addTab, moveTab, removeTab, tabsOf } from '../model/tabs.ts'
import { freshId, textAt } from '../model/raw.ts'
import { sectionsOf } from '../model/sections.ts'
import { OrderButtons } from './form/order-buttons.tsx'
import { Findings } from './parts/findings.tsx'
import { Fold } from './parts/fold.tsx'
import { TextValue } from './parts/text-value.tsx'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'

export function TabsEditor() {
  const { t } = useUi()
  const editor = useEditor()
  const nameOf = usePartName()
  const doc = useEditorState((state) => state.doc)
  const readOnly = useEditorState((state) => state.loaded.readOnly)
  const tabs = tabsOf(doc)
  const sections = sectionsOf(doc)
  const add = () => {
    const id = freshId(
      'tab',
      tabs.map((tab) => textAt(tab, 'id')),
    )
    const title = t('editor-panels:tabs.fresh', { n: tabs.length + 1 })
    editor.change({ key: 'addTab', params: { name: title } }, (draft) => addTab(draft, { id, title }))
  }
  return (
    <Fold title={t('editor-panels:tabs.title')} count={tabs.length} isOpen={tabs.length > 0}>
      {tabs.length === 0 && <p className={css.help}>{t('editor-panels:tabs.none')}</p>}
      {tabs.map((tab, at) => {
        const id = textAt(tab, 'id')
        const name = nameOf('tab', id)
        const count = sections.filter((section) => own(section, 'tab') === id).length
        return (
          <div key={id} className={css.stack} role="group" aria-label={name}>
            <div className={css.tabHead}>
              <span className={css.help}>{t('editor-panels:tabs.sections', { count })}</span>
              <OrderButtons
                name={name}
                at={at}
                of={tabs.length}
                onMove={(by) =>
                  editor.change({ key: 'moveTab', params: { name: id } }, (draft) => moveTab(draft, id, by))
                }
              />
              <IconButton
                plain
                size="small"
                icon={<TrashIcon size={14} />}
                label={t('editor-panels:tabs.remove', { name })}
                isDisabled={readOnly}
                onPress={() =>
                  editor.change({ key: 'removeTab', params: { name: id } }, (draft) => removeTab(draft, id))
                }
              />
            </div>
            <TextValue
              label={t('editor-panels:tabs.name')}
              path={['layout', 'tabs', at, 'title']}
              value={textAt(tab, 'title')}
              keyHint={id}
            />
            <Findings under={[`/layout/tabs/${at}`]} />
          </div>
        )
      })}
      <div>
        <Button
          size="small"
          icon={<PlusIcon size={14} />}
          isDisabled={readOnly || tabs.length >= MAX_TABS}
          onPress={add}
        >
          {t('editor-panels:tabs.add')}
        </Button>
      </div>
    </Fold>
  )
}

/** As the schema has it. */
const MAX_TABS = 12

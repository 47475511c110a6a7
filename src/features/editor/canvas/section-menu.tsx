import { Menu, useUi } from '#ui'
import { IconButton } from '#ui'
import { MoreIcon } from '#ui/icons/index.tsx'
import { memo } from 'react'
import { withSection } from '../model/with-section.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { moveSection, removeSection } from '../model/sections.ts'
import { duplicatePart } from '../panels/parts/part-actions.tsx'

export const SectionMenu = memo(function SectionMenu({
  id,
  name,
  index,
  count,
}: {
  id: string
  name: string
  index: number
  count: number
}) {
  const editor = useEditor()
  const { t } = useUi()
  const behind = useEditorState((state) => state.behind || state.loaded.readOnly)
  const off = (reason: string | undefined) =>
    behind
      ? { isDisabled: true, hint: t('editor:why.behind') }
      : reason === undefined
        ? {}
        : { isDisabled: true, hint: reason }
  const actions = [
    {
      id: 'up',
      label: t('editor:section.up'),
      ...off(index === 0 ? t('editor:why.isFirst') : undefined),
      onAction: () =>
        editor.change({ key: 'moveSection', params: { name: id } }, (draft) => moveSection(draft, id, -1)),
    },
    {
      id: 'down',
      label: t('editor:section.down'),
      ...off(index === count - 1 ? t('editor:why.isLast') : undefined),
      onAction: () => editor.change({ key: 'moveSection', params: { name: id } }, (draft) => moveSection(draft, id, 1)),
    },
    {
      id: 'after',
      label: t('editor:section.addAfter'),
      ...off(undefined),
      onAction: () => {
        const { doc, loaded } = editor.store.getState()
        const made = withSection(doc, id, loaded.model.sections[index]?.tab)
        editor.change({ key: 'addSection', params: { name: made.id } }, made.recipe)
        editor.select([`section:${made.id}`])
      },
    },
    {
      id: 'duplicate',
      label: t('editor-panels:partAction.duplicate_section'),
      ...off(undefined),
      onAction: () => duplicatePart(editor, 'section', id),
    },
    { id: 'open', label: t('editor:section.settings'), onAction: () => editor.select([`section:${id}`]) },
    {
      id: 'remove',
      label: t('editor:section.remove'),
      isDanger: true,
      ...off(count === 1 ? t('editor:why.isOnly') : undefined),
      onAction: () =>
        editor.change({ key: 'removeSection', params: { name: id } }, (draft) => removeSection(draft, id)),
    },
  ]
  return (
    <Menu
      label={t('editor:section.menu', { section: name })}
      actions={actions}
      trigger={
        <IconButton plain size="small" label={t('editor:section.menu', { section: name })} icon={<MoreIcon />} />
      }
    />
  )
})

/** Adds a filter to a section: one of those that dashboards usually have, with all it needs, or one to be filled in. */
import { Button, Menu, type MenuAction, PlusIcon, useUi } from '#ui'
import { type ReactElement, useMemo } from 'react'
import { withParam } from '../../model/with-param.ts'
import { withUsualFilter } from '../../model/doc-edits.ts'
import { usualFilters } from '../../model/usual-filters.ts'
import { useEditor, useEditorState } from '../../model/use-editor.tsx'
import { usePorts } from '../ports.tsx'

export interface AddFilterProps {
  /** The section that shows it; the first one that shows filters, when left out. */
  section?: string
  trigger?: ReactElement
}

/** One of these leaves the section selected, so that the next one and the widgets go there too. */
export function AddFilter({ section, trigger }: AddFilterProps) {
  const { t, locale } = useUi()
  const editor = useEditor()
  const { usual } = usePorts()
  const isStuck = useEditorState((state) => state.behind || state.loaded.readOnly)
  const actions = useMemo(() => {
    const off = isStuck ? { isDisabled: true, hint: t('editor:why.behind') } : {}
    const add = (made: ReturnType<typeof withUsualFilter>, selected: string) => {
      editor.change({ key: 'addParam', params: { name: made.id } }, made.recipe)
      editor.select([selected])
    }
    const usually = usualFilters(editor.context.sources).map((name): MenuAction => ({
      id: name,
      label: usual(name)[locale] ?? name,
      hint: t(`editor:usualHelp.${name}`),
      ...off,
      onAction: () => {
        const made = withUsualFilter(editor.store.getState().doc, name, {
          sources: editor.context.sources,
          text: usual,
          section,
        })
        add(made, section === undefined ? `param:${made.id}` : `section:${section}`)
      },
    }))
    const blank: MenuAction = {
      id: 'blank',
      label: t('editor:section.blankFilter'),
      hint: t('editor:section.blankFilterHelp'),
      ...off,
      onAction: () => {
        const made = withParam(editor.store.getState().doc, usual('filter'), section)
        add(made, `param:${made.id}`)
      },
    }
    return [
      { id: 'usual', actions: usually },
      { id: 'own', actions: [blank] },
    ]
  }, [editor, usual, locale, t, section, isStuck])
  return (
    <Menu
      label={t('editor-panels:settings.add_param')}
      placement="bottom start"
      actions={actions}
      trigger={
        trigger ?? (
          <Button size="small" icon={<PlusIcon size={14} />}>
            {t('editor-panels:settings.add_param')}
          </Button>
        )
      }
    />
  )
}

import { MultiSelect, useUi } from '#ui'
import { SIZES } from '../model/doc-parts.ts'
import { useEditor } from '../model/use-editor.tsx'
import { put } from '../model/raw.ts'

/** The sizes of page that show it; all of them is nothing to say. */
export function SizesChoice({ widget, sizes }: { widget: string; sizes: readonly string[] }) {
  const { t } = useUi()
  const editor = useEditor()
  return (
    <MultiSelect
      label={t('editor-panels:show.sizes')}
      help={t('editor-panels:show.sizesHelp')}
      options={SIZES.map((id) => ({ id, label: t(`editor:size.${id}`) }))}
      value={sizes.length === 0 ? [...SIZES] : sizes}
      onChange={(next) => {
        const chosen = SIZES.filter((size) => next.includes(size))
        if (chosen.length === 0) return
        editor.change({ key: 'show' }, (draft) =>
          put(draft, ['widgets', widget, 'sizes'], chosen.length === SIZES.length ? undefined : chosen),
        )
      }}
    />
  )
}

import type { LoadedLayout } from '#engine'
import { Tabs, useUi } from '#ui'
import { useEditor } from '../model/use-editor.tsx'
import { useCanvas } from './canvas-context.tsx'
import { wordsOf } from '../model/part-names.ts'
import css from './canvas.module.css'

export function CanvasTabs({ loaded, tab }: { loaded: LoadedLayout; tab: string }) {
  const editor = useEditor()
  const { session, appText } = useCanvas()
  const { t, locale } = useUi()
  return (
    <div className={css.tabs}>
      <Tabs
        label={t('app:dashboard.tabs')}
        tabs={loaded.model.tabs.map(({ id, title }) => ({
          id,
          label: wordsOf(loaded, title, locale, appText),
          content: null,
        }))}
        value={tab}
        onChange={(next) => {
          editor.select([])
          session.openTab(next)
        }}
      />
    </div>
  )
}

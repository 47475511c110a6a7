/** Dialogs of the page of the editor: the gallery, the search over the document, and publishing. */
import type { ComponentProps, ReactNode } from 'react'
import { useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { Gallery } from '../palette/gallery.tsx'
import type { EditPageProps } from '../ports.ts'
import { FindOfPage } from './finding.tsx'
import { Part } from './part.tsx'

interface DialogsProps extends Pick<EditPageProps, 'ports' | 'publish'> {
  /** Each is null while its dialog is closed. */
  adding: Pick<ComponentProps<typeof Gallery>, 'onAdd' | 'onClose'> | null
  finding: ComponentProps<typeof FindOfPage> | null
  /** Publishing was done or given up. */
  onPublished: (() => void) | null
}

export function Dialogs({ ports, publish, adding, finding, onPublished }: DialogsProps) {
  const { t } = useUi()
  return (
    <>
      {adding !== null && (
        <Part id="gallery" name={t('editor:gallery.title')}>
          <Gallery
            widgets={ports.context.widgets}
            widgetText={ports.services.widgetText}
            example={ports.example}
            {...adding}
          />
        </Part>
      )}
      {finding !== null && (
        <Part id="find" name={t('editor:find.title')}>
          <FindOfPage {...finding} />
        </Part>
      )}
      {onPublished !== null && (
        <Part id="publish" name={t('editor:top.publish')}>
          <Publishing slot={publish} onClose={onPublished} />
        </Part>
      )}
    </>
  )
}

function Publishing({ slot, onClose }: { slot: EditPageProps['publish']; onClose: () => void }): ReactNode {
  const editor = useEditor()
  const mine = useEditorState((state) => state.text)
  const revision = useEditorState((state) => state.revision)
  const base = useEditorState((state) => state.published)
  return slot({
    base,
    mine,
    revision,
    onClose,
    onPublished: (next, text) => {
      editor.published(next, text)
      onClose()
    },
    onMerged: (next, theirs, merged) => editor.merged(next, theirs, merged),
  })
}

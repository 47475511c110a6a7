/** Annotations: a text at a day or a range, drawn on every chart of that time; written, listed, changed, removed. */
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import type { Dashboard } from '#engine'
import { pageClient } from '#engine/core/run/page-client'
import { Dialog, Notice, Skeleton } from '#ui'
import { useUi } from '#ui'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AnnotationsPorts } from './ports.ts'
import css from './viewing.module.css'
import { AnnotationForm } from './annotation-form.tsx'
import { AnnotationList } from './annotation-list.tsx'

export interface AnnotationsDialogProps {
  dashboard: Dashboard
  ports: AnnotationsPorts
  onClose: () => void
}

export function AnnotationsDialog({ dashboard, ports, onClose }: AnnotationsDialogProps) {
  const { t } = useUi()
  const client = useStore(dashboard.store, () => pageClient(dashboard))
  const [edited, setEdited] = useState<Annotation | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const { api, dashboard: id, onAll, all } = ports
  const read = () =>
    api.list(id).then(
      (found) => {
        setFailed(false)
        onAll(found)
      },
      () => setFailed(true),
    )
  useEffect(() => {
    let current = true
    api.list(id).then(
      (found) => {
        if (current) onAll(found)
      },
      () => {
        if (current) setFailed(true)
      },
    )
    return () => {
      current = false
    }
  }, [api, id, onAll])
  const shown = all?.filter((one) => client === null || one.client === client)
  return (
    <Dialog isOpen onClose={onClose} size="medium" title={t('app:dashboard.annotations')}>
      <div className={css.stack}>
        <AnnotationForm
          key={edited?.id ?? 'new'}
          ports={ports}
          client={client}
          of={edited}
          onDone={() => {
            setEdited(null)
            void read()
          }}
          onCancel={edited === null ? undefined : () => setEdited(null)}
        />
        {hasFailed && <Notice kind="warn">{t('viewing:notes.failed')}</Notice>}
        {shown === undefined ? (
          !hasFailed && <Skeleton shape="table" />
        ) : (
          <AnnotationList all={shown} ports={ports} onEdit={setEdited} onChanged={() => void read()} />
        )}
      </div>
    </Dialog>
  )
}

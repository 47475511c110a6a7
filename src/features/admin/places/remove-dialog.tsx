import type { Place } from '#schemas/generated/entities/place.ts'
import { Notice, QueryState, toasts, useUi } from '#ui'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { ContentsList } from './contents-list.tsx'
import { useContents, useFieldMapChanged } from './use-places.ts'
import css from '../admin.module.css'
import { Frame } from './place-frame.tsx'

interface RemoveDialogProps {
  place: Pick<Place, 'kind' | 'id' | 'name'>
  onClose: () => void
  onRemoved?: () => void
}

export function RemoveDialog({ place, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = useFieldMapChanged()
  const contents = useContents(place)
  const [isBusy, setBusy] = useState(false)
  const { kind, id, name } = place
  const active = contents.data?.activeFootscans ?? 0
  const remove = async () => {
    setBusy(true)
    try {
      await api.places.remove(kind, id)
      toasts.success(t('admin:places.removed', { name }))
      onClose()
      onRemoved?.()
      void changed(place)
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame
      title={t('admin:removeName', { name })}
      onClose={onClose}
      confirmLabel={t('admin:remove')}
      isBusy={isBusy}
      isDanger
      isDisabled={contents.data === undefined || active > 0}
      onConfirm={() => void remove()}
    >
      <QueryState of={contents} isEmpty={() => false}>
        {(all) => (
          <div className={css.stack}>
            {active > 0 ? (
              <Notice kind="warn">{t('admin:places.inUse', { count: active })}</Notice>
            ) : (
              <p>{t('admin:places.removeText')}</p>
            )}
            <ContentsList contents={all} />
          </div>
        )}
      </QueryState>
    </Frame>
  )
}

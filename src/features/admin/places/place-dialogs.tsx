/** The dialogs that put one place right: its name, its clock, its last day, and its end. */
import type { Place } from '#schemas/generated/entities/place.ts'
import { Button, Dialog, Notice, QueryState, toasts, useUi } from '#ui'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { ContentsList } from './contents-list.tsx'
import { useContents, usePlacesChanged } from './use-places.ts'
import css from '../admin.module.css'

export interface PlaceDialogProps {
  place: Place
  onClose: () => void
}

interface FrameProps {
  title: string
  onClose: () => void
  confirmLabel: string
  isBusy: boolean
  isDisabled?: boolean
  isDanger?: boolean
  onConfirm: () => void
  children: ReactNode
}

export function Frame({
  title,
  onClose,
  confirmLabel,
  isBusy,
  isDisabled = false,
  isDanger = false,
  onConfirm,
  children,
}: FrameProps) {
  const { t } = useUi()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size="medium"
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind={isDanger ? 'danger' : 'primary'} isPending={isBusy} isDisabled={isDisabled} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

interface RemoveDialogProps {
  place: Pick<Place, 'kind' | 'id' | 'name'>
  onClose: () => void
  onRemoved?: () => void
}

export function RemoveDialog({ place, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = usePlacesChanged()
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

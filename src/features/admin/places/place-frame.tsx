import type { Place } from '#schemas/generated/entities/place.ts'
import { Button, Dialog, useUi } from '#ui'
import type { ReactNode } from 'react'

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

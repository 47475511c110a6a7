/**
 * Modal dialogs. The title names the dialog, Escape and the cross close it, the focus goes back where it was. The
 * window's code comes with the first one.
 */
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { part, usePart } from './part.ts'
import { useUi } from './provider.tsx'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large' | 'full'
  /** A question that must be answered: no cross, no click outside, no Escape. */
  isBlocking?: boolean
  role?: 'dialog' | 'alertdialog'
}

const dialogWindow = part(() => import('./overlays.ts').then(({ DialogWindow }) => DialogWindow))

export function Dialog(props: DialogProps) {
  const { loaded: Window } = usePart(dialogWindow, props.isOpen, props.onClose)
  return Window === null ? null : <Window {...props} />
}

export interface ConfirmDialogProps {
  isOpen: boolean
  /** The effect, in one sentence that names the thing. */
  children?: ReactNode
  /** Default: the spec's "Are you sure?". */
  title?: string
  confirmLabel?: string
  cancelLabel?: string
  /** Red button for what cannot be undone. */
  isDanger?: boolean
  /** May take its time: the button shows it, and the dialog closes when the promise resolves. */
  onConfirm: () => void | Promise<void>
  onCancel: () => void
}

export function ConfirmDialog({
  isOpen,
  children,
  title,
  confirmLabel,
  cancelLabel,
  isDanger = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useUi()
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      await onConfirm()
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      role="alertdialog"
      size="small"
      title={title ?? t('ui.confirm.title')}
      actions={
        <>
          <Button onPress={onCancel} autoFocus={isDanger}>
            {cancelLabel ?? t('ui.confirm.cancel')}
          </Button>
          <Button
            kind={isDanger ? 'danger' : 'primary'}
            isPending={isPending}
            autoFocus={!isDanger}
            onPress={() => void confirm()}
          >
            {confirmLabel ?? t('ui.confirm.continue')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

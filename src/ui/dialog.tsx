/** Modal dialogs. The title names the dialog, Escape and the cross close it, the focus goes back where it was. */
import { type ReactNode, useRef, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button, IconButton } from './button.tsx'
import { CloseIcon } from './icons/index.tsx'
import { useUi } from './provider.tsx'
import { useScrolls } from './use-scrolls.ts'
import css from './overlay.module.css'

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

export function Dialog({ isOpen, onClose, title, children, actions, size = 'medium', isBlocking = false, role = 'dialog' }: DialogProps) {
  const { t } = useUi()
  return (
    <ModalOverlay
      className={css.scrim} isOpen={isOpen} isDismissable={!isBlocking && role === 'dialog'} isKeyboardDismissDisabled={isBlocking}
      onOpenChange={(open) => { if (!open) onClose() }}
    >
      <Modal className={css.modal} data-size={size}>
        <AriaDialog className={css.dialog} role={role}>
          <div className={css.head}>
            <Heading slot="title" level={2} className={css.title}>{title}</Heading>
            {!isBlocking && <IconButton plain label={t('ui.close')} icon={<CloseIcon />} onPress={onClose} />}
          </div>
          <Body>{children}</Body>
          {actions !== undefined && <div className={css.foot}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** A text too long for the dialog scrolls, and then the arrow keys must reach it. */
function Body({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(ref, children)
  return <div ref={ref} className={css.body} tabIndex={scrolls ? 0 : undefined}>{children}</div>
}

export interface ConfirmDialogProps {
  isOpen: boolean
  /** What will happen, in one sentence that names the thing. */
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

export function ConfirmDialog({ isOpen, children, title, confirmLabel, cancelLabel, isDanger = false, onConfirm, onCancel }: ConfirmDialogProps) {
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
      isOpen={isOpen} onClose={onCancel} role="alertdialog" size="small" title={title ?? t('ui.confirm.title')}
      actions={
        <>
          <Button onPress={onCancel} autoFocus={isDanger}>{cancelLabel ?? t('ui.confirm.cancel')}</Button>
          <Button kind={isDanger ? 'danger' : 'primary'} isPending={isPending} autoFocus={!isDanger} onPress={() => void confirm()}>
            {confirmLabel ?? t('ui.confirm.continue')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

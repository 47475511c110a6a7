/** The window of a Dialog. */
import { type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from './button.tsx'
import type { DialogProps } from './dialog.tsx'
import { useFocusBack } from './focus.ts'
import { CloseIcon } from './icons/index.tsx'
import { InLanguage } from './in-language.tsx'
import { useUi } from './provider.tsx'
import { useRootMark } from './use-root-mark.ts'
import { useScrolls } from './use-scrolls.ts'
import css from './overlay.module.css'

export function DialogWindow({
  isOpen,
  onClose,
  title,
  children,
  actions,
  size = 'medium',
  isBlocking = false,
  role = 'dialog',
}: DialogProps) {
  const { t } = useUi()
  useRootMark('dimmed', isOpen)
  return (
    <InLanguage>
      <ModalOverlay
        className={css.scrim}
        isOpen={isOpen}
        isDismissable={!isBlocking && role === 'dialog'}
        isKeyboardDismissDisabled={isBlocking}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Modal className={css.modal} data-size={size}>
          <AriaDialog className={css.dialog} role={role}>
            <div className={css.head}>
              <Heading slot="title" level={2} className={css.title}>
                {title}
              </Heading>
              {!isBlocking && <IconButton plain label={t('ui.closeDialog')} icon={<CloseIcon />} onPress={onClose} />}
            </div>
            <Body>{children}</Body>
            {actions !== undefined && <div className={css.foot}>{actions}</div>}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </InLanguage>
  )
}

/** A text too long for the dialog scrolls, and then the arrow keys must reach it. */
function Body({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(ref, children)
  // The library forgets it now and then, when the button that closes was at work.
  useFocusBack()
  return (
    <div ref={ref} className={css.body} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  )
}

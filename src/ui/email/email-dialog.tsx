/** A mail to write: draft, saved, sent (spec 1, section 8). What cannot go is said at its field, before it is sent. */
import type { ReactNode } from 'react'
import type { Mail } from '#domain/recipients'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { useUi } from '../provider.tsx'
import { Badge } from '../badge.tsx'
import { MailFields } from './mail-fields.tsx'
import { useMail } from './use-mail.ts'
import css from './email-dialog.module.css'

export interface EmailDialogProps {
  isOpen: boolean
  onClose: () => void
  title?: string
  initial?: Partial<Mail>
  /** Rejects with what went wrong; the mail stays in the dialog then. */
  onSend: (mail: Mail) => Promise<void>
  /** Keeps the draft; without it there is no "save draft". */
  onSave?: (mail: Mail) => Promise<void>
  /** Default "Save draft". */
  saveLabel?: string
  /** A saved mail is sent later automatically: it must be complete. */
  isSaveChecked?: boolean
  /** Saving is what the dialog was opened for: it closes, and the caller that saves says that it is done. */
  isPrimarySave?: boolean
  /** It was opened with a saved mail, and nothing beside the mail has changed since. */
  isSaved?: boolean
  /** Something beside the mail is not whole yet; it says so itself. */
  isDisabled?: boolean
  /** Its attachments: the report, the address of the page. */
  children?: ReactNode
  errorText?: (error: unknown) => string
}

const TONES = { draft: 'neutral', saved: 'info', sent: 'good' } as const

export function EmailDialog({
  isOpen,
  onClose,
  title,
  initial = {},
  onSend,
  onSave,
  saveLabel,
  isSaveChecked = false,
  isPrimarySave = false,
  isSaved = false,
  isDisabled = false,
  children,
  errorText,
}: EmailDialogProps) {
  const { t } = useUi()
  const writing = useMail({ initial, onSend, onSave, onClose, isSaveChecked, isPrimarySave, isSaved })
  const { state, busy, send, save } = writing
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size={children === undefined ? 'medium' : 'large'}
      title={title ?? t('ui.email.title')}
      actions={
        <>
          <span className={css.state} role="status">
            <Badge tone={TONES[state]}>{t(`ui.email.state.${state}`)}</Badge>
          </span>
          {onSave !== undefined && !isPrimarySave && (
            <Button isPending={busy === 'save'} isDisabled={isDisabled} onPress={save}>
              {saveLabel ?? t('ui.email.save')}
            </Button>
          )}
          <Button
            kind={isPrimarySave ? 'default' : 'primary'}
            isPending={busy === 'send'}
            isDisabled={isDisabled}
            onPress={send}
          >
            {t('ui.email.send')}
          </Button>
          {onSave !== undefined && isPrimarySave && (
            <Button kind="primary" isPending={busy === 'save'} isDisabled={isDisabled} onPress={save}>
              {saveLabel ?? t('ui.email.save')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.sides}>
        <MailFields writing={writing} errorText={errorText} />
        {children !== undefined && <div className={css.fields}>{children}</div>}
      </div>
    </Dialog>
  )
}

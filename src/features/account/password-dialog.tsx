/**
 * Changing the password means a mail with a link to the own address: a person who finds an open page cannot do it
 * alone.
 */
import { Button, Dialog, Notice, useUi } from '#ui'
import { useState } from 'react'
import css from './account.module.css'

export interface PasswordDialogProps {
  username: string
  /** The account has no password here: its company's provider keeps it. */
  isExternal: boolean
  /** Has the mail sent; rejects with the sentence to show. */
  send: () => Promise<void>
  onClose: () => void
  /** False where the server sends no mail: then no link is promised. */
  mailLeaves?: boolean
}

export function PasswordDialog({ username, isExternal, send, onClose, mailLeaves = true }: PasswordDialogProps) {
  const { t } = useUi()
  const [state, setState] = useState<{ at: 'ready' | 'sending' | 'sent' } | { at: 'failed'; reason: string }>({
    at: 'ready',
  })
  const run = () => {
    setState({ at: 'sending' })
    send().then(
      () => setState({ at: 'sent' }),
      (cause: unknown) => setState({ at: 'failed', reason: cause instanceof Error ? cause.message : '' }),
    )
  }
  const hasExpired = isExternal || !mailLeaves || state.at === 'sent'
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={t('account:password.title')}
      actions={
        <>
          {/* The button that was pressed is gone then: the focus goes to the one that is left. */}
          <Button key={String(hasExpired)} autoFocus={state.at === 'sent'} onPress={onClose}>
            {t(hasExpired ? 'account:close' : 'account:cancel')}
          </Button>
          {!hasExpired && (
            <Button kind="primary" isPending={state.at === 'sending'} onPress={run}>
              {t(state.at === 'sending' ? 'session:recover.working' : 'account:password.send')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.stack}>
        {!isExternal && !mailLeaves && <Notice kind="warn">{t('errors:MAIL_UNAVAILABLE')}</Notice>}
        {state.at !== 'sent' && (isExternal || mailLeaves) && (
          <p>{t(isExternal ? 'account:password.external' : 'account:password.text', { name: username })}</p>
        )}
        {state.at === 'sent' && (
          <Notice kind="good" title={t('session:recover.sent')}>
            {t('session:recover.sentHint')}
          </Notice>
        )}
        {state.at === 'failed' && (
          <Notice kind="bad" title={t('session:recover.failed')}>
            {state.reason}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

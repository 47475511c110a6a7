/** The secret of an API client, in sight this once: the server keeps only its hash. */
import { Button, Dialog, Notice, useUi } from '#ui'
import css from '../admin.module.css'
import { Copyable } from '../copyable.tsx'

export interface SecretDialogProps {
  name: string
  clientId: string
  secret: string
  onClose: () => void
}

export function SecretDialog({ name, clientId, secret, onClose }: SecretDialogProps) {
  const { t } = useUi()
  return (
    <Dialog
      isOpen
      isBlocking
      onClose={onClose}
      title={t('admin:programs.secretTitle', { name })}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('admin:programs.secretKept')}
        </Button>
      }
    >
      <div className={css.secret}>
        <Notice kind="warn">{t('admin:programs.secretOnce')}</Notice>
        <Copyable label={t('admin:programs.clientId')} text={clientId} />
        <Copyable label={t('admin:programs.secret')} text={secret} />
      </div>
    </Dialog>
  )
}

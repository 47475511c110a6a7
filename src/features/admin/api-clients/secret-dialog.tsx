/** The secret of an API client, in sight this once: the server keeps only its hash. */
import { Button, Dialog, Notice, useUi } from '#ui'
import { CheckIcon, CopyIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import css from '../admin.module.css'

export interface SecretDialogProps { name: string; clientId: string; secret: string; onClose: () => void }

export function SecretDialog({ name, clientId, secret, onClose }: SecretDialogProps) {
  const { t } = useUi()
  return (
    <Dialog isOpen isBlocking onClose={onClose} title={t('admin:programs.secretTitle', { name })} actions={<Button kind="primary" onPress={onClose}>{t('admin:programs.secretKept')}</Button>}>
      <div className={css.secret}>
        <Notice kind="warn">{t('admin:programs.secretOnce')}</Notice>
        <Copyable label={t('admin:programs.clientId')} text={clientId} />
        <Copyable label={t('admin:programs.secret')} text={secret} />
      </div>
    </Dialog>
  )
}

const COPIED_MS = 2000

function Copyable({ label, text }: { label: string; text: string }) {
  const { t } = useUi()
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = () => {
    navigator.clipboard.writeText(text).then(() => {
      setState('copied')
      setTimeout(() => setState('ready'), COPIED_MS)
    }, () => setState('failed'))
  }
  return (
    <div className={css.code}>
      <span>{label}</span>
      <div className={css.line}>
        <code>{text}</code>
        <Button size="small" icon={state === 'copied' ? <CheckIcon /> : <CopyIcon />} aria-label={t('admin:copyLabel', { label })} onPress={copy}>{t(state === 'copied' ? 'admin:copied' : 'admin:copy')}</Button>
      </div>
      {state === 'failed' && <Notice kind="bad">{t('admin:copyFailed')}</Notice>}
    </div>
  )
}

/** No more news, with one press and without a session. Opening the link changes nothing: mail filters open it too. */
import type { Unsubscription } from '#schemas/generated/entities/unsubscription.ts'
import { Button, ErrorState, Notice, useUi } from '#ui'
import { useCallback, useEffect, useState } from 'react'
import { type AuthFrame, AuthLayout } from './auth-layout.tsx'
import css from './auth-layout.module.css'

export interface UnsubscribePageProps extends AuthFrame {
  /** The account of the link; null when it is not valid. Rejects when there is no answer. */
  find: () => Promise<Unsubscription | null>
  end: () => Promise<void>
}

export function UnsubscribePage({ find, end, ...frame }: UnsubscribePageProps) {
  const { t } = useUi()
  const [link, setLink] = useState<Unsubscription | 'checking' | 'invalid' | 'unreachable'>('checking')
  const [isBusy, setBusy] = useState(false)
  const check = useCallback(() => {
    setLink('checking')
    find().then(
      (found) => setLink(found ?? 'invalid'),
      () => setLink('unreachable'),
    )
  }, [find])
  useEffect(check, [check])
  const press = async (found: Unsubscription) => {
    setBusy(true)
    await end().then(
      () => setLink({ ...found, isUnsubscribed: true }),
      () => setLink('unreachable'),
    )
    setBusy(false)
  }
  return (
    <AuthLayout {...frame} title={t('legal:unsubscribe.title')}>
      {link === 'checking' && (
        <p role="status" className={css.lead}>
          {t('legal:unsubscribe.checking')}
        </p>
      )}
      {link === 'unreachable' && (
        <ErrorState compact title={t('legal:unsubscribe.unreachable')} onRetry={check}>
          {t('errors:NETWORK')}
        </ErrorState>
      )}
      {link === 'invalid' && <Notice kind="bad">{t('errors:LINK_INVALID')}</Notice>}
      {typeof link === 'object' && link.isUnsubscribed && (
        <Notice kind="good">{t('legal:unsubscribe.done', { address: link.address })}</Notice>
      )}
      {typeof link === 'object' && !link.isUnsubscribed && (
        <>
          <p className={css.lead}>{t('legal:unsubscribe.text', { address: link.address })}</p>
          <Button kind="primary" isPending={isBusy} onPress={() => void press(link)}>
            {t('legal:unsubscribe.end')}
          </Button>
        </>
      )}
    </AuthLayout>
  )
}

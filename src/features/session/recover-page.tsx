/**
 * Asks for a link that sets a new password (spec 1, "Recover and reset"). The answer does not reveal whether the
 * account exists.
 */
import { isEmail } from '#domain/login-name'
import { Button, Notice, TextField, useUi } from '#ui'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { type AuthFrame, AuthLayout } from './auth-layout.tsx'
import css from './auth-layout.module.css'

export interface RecoverPageProps extends AuthFrame {
  /** Sends the mail; false when the request was refused. Rejects when it could not be sent at all. */
  send: (email: string) => Promise<boolean>
}

type Outcome = 'sent' | 'refused' | 'failed'

export function RecoverPage({ send, ...frame }: RecoverPageProps) {
  const { t } = useUi()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const email = typed.trim().toLowerCase()
  const mailLeaves = frame.brand?.mail !== false
  const isWhole = isEmail(email) && mailLeaves

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isWhole) return
    setBusy(true)
    setOutcome(null)
    setOutcome(
      await send(email).then(
        (taken) => (taken ? ('sent' as const) : ('refused' as const)),
        () => 'failed' as const,
      ),
    )
    setBusy(false)
  }
  return (
    <AuthLayout {...frame} title={t('session:recover.title')} {...(mailLeaves && { lead: t('session:recover.lead') })}>
      {!mailLeaves && <Notice kind="warn">{t('errors:MAIL_UNAVAILABLE')}</Notice>}
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('session:login.email')}
          value={typed}
          onChange={(text) => {
            if (!busy) {
              setTyped(text)
              setOutcome(null)
            }
          }}
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          autoFocus
          name="email"
          error={
            outcome === 'refused'
              ? t('session:recover.refused')
              : outcome === 'failed'
                ? t('session:recover.failed')
                : null
          }
        />
        <Button kind="primary" type="submit" fill isPending={busy} isDisabled={!isWhole}>
          {t(busy ? 'session:recover.working' : 'session:recover.submit')}
        </Button>
        {outcome === 'sent' && (
          <Notice kind="good" title={t('session:recover.sent')}>
            {t('session:recover.sentHint')}
          </Notice>
        )}
        <p className={css.links}>
          <Link to="/login">{t('session:goLogin')}</Link>
        </p>
      </form>
    </AuthLayout>
  )
}

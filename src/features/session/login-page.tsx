/** Sign in with e-mail and password. Texts and rules: spec 1, sections 2, 4 and 5. */
import { Button, Logo, Notice, TextField, toasts, useUi } from '#ui'
import { type FormEvent, useState } from 'react'
import css from './login-page.module.css'

export interface LoginPageProps {
  /** Signs in and leaves the page; rejects with the sentence to show. */
  signIn: (username: string, password: string) => Promise<void>
  /** `?nodash`: the account has no dashboards. */
  noDashboards?: boolean
  /** The session ended by itself. */
  ended?: boolean
}

export function LoginPage({ signIn, noDashboards = false, ended = false }: LoginPageProps) {
  const { t } = useUi()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || username.trim() === '' || password.trim() === '') return
    setBusy(true)
    try {
      await signIn(username.trim().toLowerCase(), password.trim())
    } catch (cause) {
      const sentence = t('app:login.failed', { reason: cause instanceof Error ? cause.message : t('app:error.generic') })
      setFailed(sentence)
      toasts.error(sentence)
      setBusy(false)
    }
  }
  const edit = (set: (text: string) => void) => (text: string) => { set(text); setFailed(null) }

  return (
    <main className={css.page}>
      <div className={css.card}>
        <Logo size={40} />
        <div>
          <h1 className={css.title}>{t('app:login.title')}</h1>
          <p className={css.lead}>{t('app:login.lead')}</p>
        </div>
        {noDashboards && <Notice kind="bad">{t('app:login.noDashboards')}</Notice>}
        {ended && <Notice kind="info">{t('app:login.ended')}</Notice>}
        <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextField label={t('app:login.email')} value={username} onChange={edit(setUsername)} autoComplete="username" inputMode="email" maxLength={254} autoFocus name="username" error={failed === null ? null : ' '} />
          <TextField label={t('app:login.password')} value={password} onChange={edit(setPassword)} type="password" autoComplete="current-password" maxLength={128} name="password" error={failed} />
          <Button kind="primary" type="submit" fill isPending={busy} isDisabled={username.trim() === '' || password.trim() === ''}>{t(busy ? 'app:login.working' : 'app:login.submit')}</Button>
        </form>
      </div>
      <div className={css.art} aria-hidden="true"><Skyline /></div>
    </main>
  )
}

/** A day of a shop street as bars: quiet, decorative, drawn and not loaded. */
function Skyline() {
  const hours = [4, 3, 2, 2, 2, 3, 6, 12, 22, 34, 48, 60, 72, 66, 54, 50, 58, 74, 88, 80, 56, 34, 18, 9]
  return (
    <svg viewBox="0 0 480 200" preserveAspectRatio="none" className={css.skyline}>
      {hours.map((height, hour) => <rect key={hour} x={hour * 20 + 3} width={14} y={200 - height * 2} height={height * 2} rx={3} />)}
    </svg>
  )
}

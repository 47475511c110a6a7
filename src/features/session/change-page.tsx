/**
 * Sets a new password with the link of a mail, then signs in with it (spec 1, "Recover and reset" and "New password").
 */
import type { TokenUser } from '#schemas/generated/api/token-user.ts'
import { PASSWORD_MAX_TYPED } from '#domain/password'
import { Button, Checkbox, ErrorState, Notice, TextField, toasts, useUi } from '#ui'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type AuthFrame, AuthLayout } from './auth-layout.tsx'
import { checkNewPassword } from './new-password.ts'
import css from './auth-layout.module.css'
import { Rules } from './password-rules.tsx'

const TO_RECOVER_MS = 5000
const TO_LOGIN_MS = 3000

/** How setting the password went. */
export type ChangeOutcome = 'changed' | 'same' | 'common' | 'refused'

export interface ChangePageProps extends AuthFrame {
  /** The account of the link; null when it is not valid. Rejects when there is no answer. */
  owner: () => Promise<TokenUser | null>
  change: (password: string) => Promise<ChangeOutcome>
  /** Signs in and leaves; rejects with the sentence to show. */
  signIn: (username: string, password: string) => Promise<void>
  toRecover: () => void
}

export function ChangePage({ owner, toRecover, change, signIn, ...frame }: ChangePageProps) {
  const { t } = useUi()
  const [link, setLink] = useState<TokenUser | 'checking' | 'invalid' | 'unreachable'>('checking')
  const check = useCallback(() => {
    setLink('checking')
    owner().then(
      (user) => setLink(user ?? 'invalid'),
      () => setLink('unreachable'),
    )
  }, [owner])
  useEffect(check, [check])
  useEffect(() => {
    if (link !== 'invalid') return undefined
    const timer = setTimeout(toRecover, TO_RECOVER_MS)
    return () => clearTimeout(timer)
  }, [link, toRecover])

  const lead = typeof link === 'object' ? t('session:change.greeting', { name: link.username }) : undefined
  return (
    <AuthLayout {...frame} title={t('session:change.title')} lead={lead}>
      {link === 'checking' && (
        <p role="status" className={css.lead}>
          {t('session:change.checking')}
        </p>
      )}
      {link === 'unreachable' && (
        <ErrorState compact title={t('session:change.unreachable')} onRetry={check}>
          {t('errors:NETWORK')}
        </ErrorState>
      )}
      {link === 'invalid' && <Notice kind="bad">{t('session:change.invalid')}</Notice>}
      {typeof link === 'object' && <ChangeForm user={link} change={change} signIn={signIn} />}
      <p className={css.links}>
        <Link to="/login">{t('session:goLogin')}</Link>
        {link === 'invalid' && <Link to="/recover">{t('session:change.goRecover')}</Link>}
      </p>
    </AuthLayout>
  )
}

type Phase = 'typing' | 'changing' | 'changed' | 'stuck'

function ChangeForm({ user, change, signIn }: { user: TokenUser } & Pick<ChangePageProps, 'change' | 'signIn'>) {
  const { t } = useUi()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [responsible, setResponsible] = useState(false)
  const [asked, setAsked] = useState(false)
  const [phase, setPhase] = useState<Phase>('typing')
  const [refusal, setRefusal] = useState<Exclude<ChangeOutcome, 'changed'> | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const check = checkNewPassword({ password, repeated, responsible })
  const edit = (set: (text: string) => void) => (text: string) => {
    if (phase === 'typing') {
      set(text)
      setRefusal(null)
    }
  }

  useEffect(() => {
    if (phase !== 'changed') return undefined
    const timer = setTimeout(() => {
      signIn(user.username.toLowerCase(), password).catch((cause: unknown) => {
        toasts.error(
          t('session:login.failed', { reason: cause instanceof Error ? cause.message : t('app:error.generic') }),
        )
        setPhase('stuck')
      })
    }, TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [phase, password, signIn, t, user])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (phase !== 'typing') return
    setAsked(true)
    if (!check.ready) {
      const wrong = check.rules.every(({ rule, met }) => met || rule === 'match')
        ? password === repeated
          ? 'responsible'
          : 'repeated'
        : 'password'
      form.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus()
      return
    }
    setPhase('changing')
    const outcome = await change(password).catch(() => 'refused' as const)
    setRefusal(outcome === 'changed' ? null : outcome)
    setPhase(outcome === 'changed' ? 'changed' : 'typing')
  }
  if (phase === 'changed') return <Notice kind="good">{t('session:change.done')}</Notice>
  if (phase === 'stuck') return <Notice kind="warn">{t('session:change.stuck')}</Notice>
  const mismatch = repeated !== '' && password !== repeated
  const error =
    asked && password === ''
      ? t('session:change.newMissing')
      : refusal === 'same'
        ? t('session:change.same')
        : refusal === 'common'
          ? t('errors:PASSWORD_COMMON')
          : null
  return (
    <form ref={form} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      {/* A password manager files the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {refusal === 'refused' && <Notice kind="bad">{t('session:change.failed')}</Notice>}
      <TextField
        label={t('session:change.new')}
        value={password}
        onChange={edit(setPassword)}
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_TYPED}
        autoFocus
        name="password"
        error={error}
      />
      <TextField
        label={t('session:change.repeat')}
        value={repeated}
        onChange={edit(setRepeated)}
        type="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_TYPED}
        name="repeated"
        error={mismatch ? t('session:change.mismatch') : null}
      />
      <Rules check={check} />
      <div className={css.responsibility}>
        <Checkbox
          name="responsible"
          isSelected={responsible}
          onChange={setResponsible}
          isInvalid={asked && !responsible}
        >
          {t('session:change.responsibility')}
        </Checkbox>
        {asked && !responsible && (
          <p className={css.fieldError} role="alert">
            {t('session:change.responsibilityMissing')}
          </p>
        )}
      </div>
      <Button kind="primary" type="submit" fill isPending={phase === 'changing'}>
        {t(phase === 'changing' ? 'session:change.working' : 'session:change.submit')}
      </Button>
    </form>
  )
}

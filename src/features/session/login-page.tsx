/**
 * Sign in: name and password, for some accounts a one-time code, or the company's identity provider (spec 1, sections
 * 2, 4, 5 and 8).
 */
import { loginName } from '#domain/login-name'
import { PASSWORD_MAX_TYPED } from '#domain/password'
import { Button, Notice, TextField, toasts, useUi } from '#ui'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { type AuthFrame, AuthLayout } from './auth-layout.tsx'
import {
  createLoginFlow,
  type LoginFailure,
  type LoginFlow,
  type LoginPorts,
  type LoginState,
  secondsUntil,
} from './login-flow.ts'
import css from './auth-layout.module.css'
import { PasskeyButton } from './passkey-button.tsx'

export interface LoginPageProps extends AuthFrame {
  ports: LoginPorts
  /** `?nodash`: the account has no dashboards. */
  noDashboards?: boolean
  /** The session ended by itself. */
  ended?: boolean
  /** A sentence from where the reader comes: the identity provider, a link. */
  problem?: string
  /**
   * Signs in with a passkey of the device; false when the person would rather not, rejects with the sentence to show.
   */
  onPasskey?: () => Promise<boolean>
  /** Leaves for the company's identity provider. */
  onProvider?: () => void
  /** The application outside that people sign in for; failures then show at the fields only. */
  forHost?: string
}

export function LoginPage({
  ports,
  noDashboards = false,
  ended = false,
  problem,
  onPasskey,
  onProvider,
  forHost,
  ...frame
}: LoginPageProps) {
  const { t } = useUi()
  const { brand } = frame
  const [flow] = useState(() => createLoginFlow({ ports: { ...ports }, domain: brand?.loginDomain }))
  const state = useStore(flow.store)
  const { done, failed, step } = state
  const errorToast = useRef<number | null>(null)
  useEffect(() => () => flow.stop(), [flow])
  useEffect(() => {
    if (failed !== null && (forHost === undefined || failed.at !== 'login'))
      errorToast.current = toasts.error(sentenceOf(failed, t))
  }, [failed, forHost, t])
  // After signing in, home need not show that an earlier attempt failed.
  useEffect(() => {
    if (done && errorToast.current !== null) toasts.close(errorToast.current)
  }, [done])

  // The first wrong field takes the focus.
  const form = useRef<HTMLFormElement>(null)
  const [missing] = state.missing
  useEffect(() => {
    if (missing !== undefined) form.current?.querySelector<HTMLInputElement>(`input[name="${missing}"]`)?.focus()
  }, [missing])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void flow.submit()
  }
  const name =
    brand?.loginDomain === undefined
      ? state.username.trim().toLowerCase()
      : loginName(state.username, brand.loginDomain)
  const heading = forHost === undefined ? (brand?.loginTitle ?? t('session:login.title')) : t('session:spaces.title')
  const lead =
    forHost === undefined ? (brand?.loginLead ?? t('session:login.lead')) : t('session:spaces.lead', { host: forHost })
  const inCode = step === 'code'
  return (
    <AuthLayout
      {...frame}
      title={inCode ? t('session:code.title') : heading}
      lead={
        inCode
          ? codeLead(state)
              .map((key) => t(key, { name }))
              .join(' ')
          : lead
      }
    >
      {!inCode && (
        <div className={css.notices}>
          {brand?.maintenance === true && (
            <Notice kind="warn" title={t('session:login.maintenanceTitle')}>
              {brand.maintenanceText ?? t('session:login.maintenance')}
            </Notice>
          )}
          {noDashboards && <Notice kind="bad">{t('session:login.noDashboards')}</Notice>}
          {/* In maintenance sign-in is closed; other errors are not shown. */}
          {problem !== undefined && brand?.maintenance !== true && <Notice kind="bad">{problem}</Notice>}
          {ended && <Notice kind="info">{t('session:login.ended')}</Notice>}
        </div>
      )}
      <form ref={form} className={css.form} onSubmit={submit} noValidate>
        {inCode ? (
          <CodeStep flow={flow} state={state} />
        ) : (
          <PasswordStep flow={flow} state={state} domain={brand?.loginDomain} mailLeaves={brand?.mail !== false} />
        )}
      </form>
      {inCode || (onProvider === undefined && onPasskey === undefined) ? null : (
        <>
          <div className={css.or}>{t('session:login.or')}</div>
          <div className={css.others}>
            {onPasskey !== undefined && <PasskeyButton isDisabled={state.busy || state.done} signIn={onPasskey} />}
            {onProvider !== undefined && (
              <Button fill isDisabled={state.busy || state.done} onPress={onProvider}>
                {t('session:login.provider')}
              </Button>
            )}
          </div>
        </>
      )}
    </AuthLayout>
  )
}

/** Where the code comes from, as far as the server has said: never of a mail that may not have been sent. */
function codeLead({ byApp, byHand, isByMail, isUnsure, sent }: LoginState): string[] {
  if (isByMail) return ['session:code.leadSlowed']
  if (byApp) return ['session:code.leadApp']
  if (!isUnsure) return [byHand ? 'session:code.leadNoMail' : 'session:code.lead']
  return [
    'session:code.leadPerhapsApp',
    ...(byHand ? ['session:code.leadElseNoMail'] : sent ? ['session:code.leadElseMail'] : []),
  ]
}

/** The sentence of the error catalogue (spec 1, section 8). */
function sentenceOf({ at, reason }: LoginFailure, t: (key: string, params?: Record<string, string>) => string): string {
  if (at === 'login') return t('session:login.failed', { reason: reason === '' ? t('app:error.generic') : reason })
  if (at === 'type') return t('session:login.typeFailed')
  if (at === 'send') return t('session:code.sendFailed')
  return reason === '' ? t('session:code.wrong') : reason
}

interface StepProps {
  flow: LoginFlow
  state: LoginState
}

function PasswordStep({
  flow,
  state: { username, password, busy, done, failed, missing, usesCode, byApp, isUnsure },
  domain,
  mailLeaves,
}: StepProps & { domain: string | undefined; mailLeaves: boolean }) {
  const { t } = useUi()
  const [capsLock, setCapsLock] = useState(false)
  const watchCaps = (event: KeyboardEvent) => {
    if (typeof event.getModifierState === 'function') setCapsLock(event.getModifierState('CapsLock'))
  }
  const refused = failed?.at === 'login'
  const full = domain === undefined ? username : loginName(username, domain)
  const isCompleted = username.trim() !== '' && !username.includes('@') && full !== ''
  const ofCode = isUnsure
    ? 'session:login.usesCodeUnsure'
    : byApp
      ? 'session:login.usesCodeApp'
      : mailLeaves
        ? 'session:login.usesCode'
        : 'session:login.usesCodeNoMail'
  const help =
    usesCode === true
      ? t(ofCode)
      : isCompleted && domain !== undefined
        ? t('session:login.willUse', { name: full })
        : undefined
  return (
    <>
      <TextField
        label={t('session:login.email')}
        value={username}
        onChange={(text) => flow.type('username', text)}
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        autoFocus
        name="username"
        help={help}
        isInvalid={refused}
        error={
          missing.includes('username')
            ? t('session:login.nameMissing')
            : failed?.at === 'type'
              ? t('session:login.typeFailed')
              : null
        }
      />
      <div role="presentation" onKeyUp={watchCaps} onKeyDown={watchCaps} onBlur={() => setCapsLock(false)}>
        <TextField
          label={t('session:login.password')}
          value={password}
          onChange={(text) => flow.type('password', text)}
          type="password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX_TYPED}
          name="password"
          help={capsLock ? t('session:login.capsLock') : undefined}
          error={
            missing.includes('password')
              ? t('session:login.passwordMissing')
              : refused
                ? failed.reason || t('app:error.generic')
                : failed?.at === 'send'
                  ? [t('session:code.sendFailed'), failed.reason].filter(Boolean).join(' ')
                  : null
          }
        />
      </div>
      <Button kind="primary" type="submit" fill isPending={busy} isDisabled={done}>
        {t(busy || done ? 'session:login.working' : 'session:login.submit')}
      </Button>
      <p className={css.links}>
        <Link to="/recover">{t('session:login.forgot')}</Link>
      </p>
      {failed?.isSlowed === true && mailLeaves && (
        <Notice
          kind="info"
          action={
            <Button size="small" isDisabled={busy} onPress={() => void flow.byMail()}>
              {t('session:login.slowedCode')}
            </Button>
          }
        >
          {t('session:login.slowed')}
        </Notice>
      )}
    </>
  )
}

/** Longer than the codes of mails and apps: a recovery code, which would not fit as wide as they are set. */
const LONG_CODE = 12

function CodeStep({ flow, state: { code, busy, done, failed, byApp, byHand, resendAt } }: StepProps) {
  const { t } = useUi()
  const left = useSecondsUntil(resendAt)
  const error = failed === null ? null : sentenceOf(failed, t)
  const resend = () =>
    flow.resend().then((sent) => {
      if (sent) toasts.success(t('session:code.sent'))
    })
  return (
    <>
      <div className={css.code} data-long={code.length > LONG_CODE || undefined}>
        <TextField
          label={t('session:code.field')}
          value={code}
          onChange={(text) => flow.type('code', text)}
          autoComplete="one-time-code"
          maxLength={40}
          autoFocus
          name="code"
          error={error}
        />
      </div>
      <Button kind="primary" type="submit" fill isPending={busy} isDisabled={done || code.trim() === ''}>
        {t(busy || done ? 'session:login.working' : 'session:code.submit')}
      </Button>
      {!byHand && !byApp && (
        <Button fill isDisabled={left > 0 || busy || done} onPress={() => void resend()}>
          {left > 0 ? t('session:code.resendIn', { seconds: left }) : t('session:code.resend')}
        </Button>
      )}
      <Button kind="quiet" fill isDisabled={busy || done} onPress={flow.back}>
        {t('session:code.back')}
      </Button>
    </>
  )
}

function useSecondsUntil(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at, Date.now()))
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(at, Date.now()))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [at])
  return left
}

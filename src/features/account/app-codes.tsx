/**
 * The app that makes the codes of the sign-in: set up, in use, removed; and the recovery codes for the day when it is
 * gone.
 */
import { tableDate } from '#domain/moment'
import type { TotpSetUp } from '#schemas/generated/api/totp-set-up.ts'
import type { SecondFactors } from '#schemas/generated/entities/second-factors.ts'
import { Button, confirmAndRun, CopyCode, TextField, toasts, useUi } from '#ui'
import { type SyntheticEvent, useState } from 'react'
import { QrPicture } from './qr-picture.tsx'
import css from './account.module.css'
import { TypedKey } from './typed-key.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Each rejects with the sentence to show. */
export interface AppPorts {
  begin: () => Promise<TotpSetUp>
  /** Gives the recovery codes. */
  confirm: (code: string) => Promise<readonly string[]>
  renew: () => Promise<readonly string[]>
  remove: () => Promise<void>
  /** Something is otherwise now. */
  changed: () => void
}

type Step = { at: 'rest' } | { at: 'setUp'; setUp: TotpSetUp } | { at: 'codes'; codes: readonly string[] }
const sentenceOf = (cause: unknown) => (cause instanceof Error ? cause.message : '')

export function AppCodes({ factors: { app, recoveryCodes }, ports }: { factors: SecondFactors; ports: AppPorts }) {
  const { t } = useUi()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<Step>) => {
    setBusy(true)
    try {
      setStep(await work())
    } catch (cause) {
      toasts.error(sentenceOf(cause))
    } finally {
      setBusy(false)
    }
  }
  const remove = () =>
    confirmAndRun({
      question: t('account:app.removeQuestion'),
      confirmLabel: t('account:app.remove'),
      isDanger: true,
      errorText: sentenceOf,
      run: async () => {
        await ports.remove()
        ports.changed()
      },
    })
  const shown = (codes: readonly string[]): Step => {
    ports.changed()
    return { at: 'codes', codes }
  }

  if (step.at === 'setUp')
    return (
      <SetUp
        setUp={step.setUp}
        confirm={ports.confirm}
        onDone={(codes) => setStep(shown(codes))}
        onCancel={() => setStep({ at: 'rest' })}
      />
    )
  if (step.at === 'codes') return <RecoveryCodes codes={step.codes} onDone={() => setStep({ at: 'rest' })} />
  return (
    <div className={css.factor}>
      <div className={css.words}>
        <h3 className={css.factorName}>{t('account:app.title')}</h3>
        <p className={css.muted}>
          {app === null ? t('account:app.text') : t('account:app.on', { date: tableDate(app) })}
        </p>
        {app !== null && <p className={css.muted}>{t('account:app.left', { count: recoveryCodes })}</p>}
      </div>
      <div className={css.acts}>
        {app === null ? (
          <Button
            isPending={isBusy}
            onPress={() => void run(async () => ({ at: 'setUp', setUp: await ports.begin() }))}
          >
            {t('account:app.setUp')}
          </Button>
        ) : (
          <>
            <Button isPending={isBusy} onPress={() => void run(async () => shown(await ports.renew()))}>
              {t('account:app.renew')}
            </Button>
            <Button kind="quiet" onPress={() => void remove()}>
              {t('account:app.remove')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function SetUp({
  setUp: { secret, uri },
  confirm,
  onDone,
  onCancel,
}: {
  setUp: TotpSetUp
  confirm: AppPorts['confirm']
  onDone: (codes: readonly string[]) => void
  onCancel: () => void
}) {
  const { t } = useUi()
  const [code, setCode] = useState('')
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setState({ isBusy: true, error: null })
    confirm(code).then(onDone, (cause: unknown) => setState({ isBusy: false, error: sentenceOf(cause) }))
  }
  return (
    <form className={css.stack} onSubmit={submit} noValidate>
      <div className={css.words}>
        <h3 className={css.factorName}>{t('account:app.title')}</h3>
        <p>{t('account:app.scan')}</p>
      </div>
      <div className={css.setUp}>
        <QrPicture text={uri} label={t('account:app.picture')} />
        <div className={css.stack}>
          <div className={css.words}>
            <span className={css.muted}>{t('account:app.key')}</span>
            <CopyCode code={secret} label={t('account:app.copyKey')}>
              <TypedKey text={secret} />
            </CopyCode>
          </div>
          <TextField
            label={t('account:app.code')}
            value={code}
            onChange={(text) => {
              setCode(text)
              setState({ isBusy: false, error: null })
            }}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            autoFocus
            name="code"
            error={state.error}
          />
        </div>
      </div>
      <div className={css.acts}>
        <Button onPress={onCancel}>{t('account:cancel')}</Button>
        <Button kind="primary" type="submit" isPending={state.isBusy} isDisabled={code.trim() === ''}>
          {t('account:app.confirm')}
        </Button>
      </div>
    </form>
  )
}

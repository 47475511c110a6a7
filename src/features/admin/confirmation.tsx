/** "Is it still you?" before rights or secrets change: the password again, at most every 15 minutes. */
import { PASSWORD_MAX_TYPED } from '#domain/password'
import { Button, Dialog, LinkButton, TextField, useUi } from '#ui'
import { type SyntheticEvent, useId, useState, useSyncExternalStore } from 'react'
import css from './admin.module.css'

/** The question on show. Calls that wait at the same time share one. */
export class Confirmations {
  #asked: { readonly answered: Promise<boolean>; readonly answer: (confirmed: boolean) => void } | null = null
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly isAsking = (): boolean => this.#asked !== null

  /** True once the password was right, false when the reader would rather not. */
  readonly ask = (): Promise<boolean> => {
    if (this.#asked === null) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      this.#asked = { answered: promise, answer: resolve }
      this.#tell()
    }
    return this.#asked.answered
  }

  readonly answer = (confirmed: boolean): void => {
    this.#asked?.answer(confirmed)
    this.#asked = null
    this.#tell()
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

export interface ConfirmationRegionProps {
  confirmations: Confirmations
  /** The account has no password here: signing in again at its company confirms. */
  isExternal: boolean
  /** Rejects with what `say` puts into words. */
  confirm: (password: string) => Promise<void>
  say: (cause: unknown) => string
}

export function ConfirmationRegion({ confirmations, isExternal, ...rest }: ConfirmationRegionProps) {
  const isAsking = useSyncExternalStore(confirmations.subscribe, confirmations.isAsking, confirmations.isAsking)
  if (!isAsking) return null
  return isExternal ? <Elsewhere answer={confirmations.answer} /> : <Password answer={confirmations.answer} {...rest} />
}

type Answer = Pick<Confirmations, 'answer'>

function Password({ answer, confirm, say }: Answer & Pick<ConfirmationRegionProps, 'confirm' | 'say'>) {
  const { t } = useUi()
  const form = useId()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    // The window is in the page's tree: the page's form must not be sent by this one.
    event.stopPropagation()
    if (isBusy) return
    if (password === '') {
      setError(t('admin:confirm.missing'))
      return
    }
    setBusy(true)
    confirm(password).then(
      () => answer(true),
      (cause: unknown) => {
        setBusy(false)
        setError(say(cause))
      },
    )
  }
  return (
    <Dialog
      isOpen
      size="small"
      onClose={() => answer(false)}
      title={t('admin:confirm.title')}
      actions={
        <>
          <Button onPress={() => answer(false)}>{t('admin:cancel')}</Button>
          <Button kind="primary" type="submit" form={form} isPending={isBusy}>
            {t('admin:confirm.go')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} noValidate className={css.confirm}>
        <p>{t('admin:confirm.why')}</p>
        <TextField
          label={t('admin:confirm.password')}
          type="password"
          name="current-password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX_TYPED}
          autoFocus
          value={password}
          error={error}
          onChange={(text) => {
            setPassword(text)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}

/** In a new tab, so that the form here stays filled in. */
function Elsewhere({ answer }: Answer) {
  const { t } = useUi()
  return (
    <Dialog
      isOpen
      size="small"
      onClose={() => answer(false)}
      title={t('admin:confirm.title')}
      actions={
        <>
          <Button onPress={() => answer(false)}>{t('admin:cancel')}</Button>
          <Button kind="primary" onPress={() => answer(true)}>
            {t('admin:confirm.continue')}
          </Button>
        </>
      }
    >
      <div className={css.confirm}>
        <p>{t('admin:confirm.elsewhere')}</p>
        <LinkButton href="/api/oauth/redirect-authorize?again=true" target="_blank">
          {t('admin:confirm.signIn')}
        </LinkButton>
      </div>
    </Dialog>
  )
}

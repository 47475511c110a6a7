/** The passkeys of the own account: added with a name, renamed, removed. */
import { tableDate } from '#domain/moment'
import type { Passkey } from '#schemas/generated/entities/passkey.ts'
import { Button, confirmAndRun, nameProblem, TextField, toasts, useUi } from '#ui'
import { type SyntheticEvent, useState } from 'react'
import css from './account.module.css'

/** Another host, named; an address for which browsers make none; a browser that makes none. */
export type PasskeyObstacle =
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'address' | 'browser' }

/** Each rejects with the sentence to show. */
export interface PasskeyPorts {
  /** The reason why this browser cannot make one at this address; null: none. */
  obstacle: PasskeyObstacle | null
  /** False when the person would rather not. */
  add: (name: string) => Promise<boolean>
  rename: (id: number, name: string) => Promise<void>
  remove: (id: number) => Promise<void>
  changed: () => void
}

const sentenceOf = (cause: unknown) => (cause instanceof Error ? cause.message : '')

export function Passkeys({ passkeys, ports }: { passkeys: readonly Passkey[]; ports: PasskeyPorts }) {
  const { t } = useUi()
  const [naming, setNaming] = useState<'new' | number | null>(null)
  const add = async (name: string) => {
    if (await ports.add(name)) ports.changed()
    else toasts.error(t('account:passkey.cancelled'))
  }
  const rename = (id: number) => async (name: string) => {
    await ports.rename(id, name)
    ports.changed()
  }
  const remove = ({ id, name }: Passkey) =>
    confirmAndRun({
      question: t('account:passkey.removeQuestion', { name }),
      confirmLabel: t('account:passkey.remove'),
      isDanger: true,
      errorText: sentenceOf,
      run: async () => {
        await ports.remove(id)
        ports.changed()
      },
    })
  const stop = () => setNaming(null)
  return (
    <div className={css.passkeys}>
      <div className={css.factor}>
        <div className={css.words}>
          <h3 className={css.factorName}>{t('account:passkey.title')}</h3>
          <p className={css.muted}>
            {ports.obstacle === null
              ? t('account:passkey.text')
              : t(`account:passkey.obstacle.${ports.obstacle.kind}`, { ...ports.obstacle })}
          </p>
        </div>
        {ports.obstacle === null && naming !== 'new' && (
          <Button onPress={() => setNaming('new')}>{t('account:passkey.add')}</Button>
        )}
      </div>
      {naming === 'new' && <Naming initial="" submitLabel={t('account:passkey.save')} save={add} onDone={stop} />}
      {passkeys.length > 0 && (
        <ul className={css.sessions} aria-label={t('account:passkey.title')}>
          {passkeys.map((one) => (
            <li key={one.id} className={css.session}>
              {naming === one.id ? (
                <Naming
                  initial={one.name}
                  submitLabel={t('account:passkey.renameSave')}
                  save={rename(one.id)}
                  onDone={stop}
                />
              ) : (
                <>
                  <div className={css.words}>
                    <p className={css.agent}>{one.name}</p>
                    <p className={css.muted}>
                      {[
                        t('account:passkey.created', { date: tableDate(one.createdAt) }),
                        one.usedAt === null
                          ? t('account:passkey.unused')
                          : t('account:passkey.used', { date: tableDate(one.usedAt) }),
                      ].join(' · ')}
                    </p>
                  </div>
                  <div className={css.acts}>
                    <Button
                      size="small"
                      aria-label={t('account:passkey.renameLabel', { name: one.name })}
                      onPress={() => setNaming(one.id)}
                    >
                      {t('account:passkey.rename')}
                    </Button>
                    <Button
                      size="small"
                      kind="quiet"
                      aria-label={t('account:passkey.removeLabel', { name: one.name })}
                      onPress={() => void remove(one)}
                    >
                      {t('account:passkey.remove')}
                    </Button>
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Naming({
  initial,
  submitLabel,
  save,
  onDone,
}: {
  initial: string
  submitLabel: string
  save: (name: string) => Promise<void>
  onDone: () => void
}) {
  const { t } = useUi()
  const [name, setName] = useState(initial)
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null })
  const problem = nameProblem(name, t)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (problem !== null) return
    setState({ isBusy: true, error: null })
    save(name.trim()).then(onDone, (cause: unknown) => setState({ isBusy: false, error: sentenceOf(cause) }))
  }
  return (
    <form className={css.naming} onSubmit={submit} noValidate>
      <TextField
        label={t('account:passkey.name')}
        value={name}
        onChange={setName}
        maxLength={60}
        autoFocus
        name="passkey"
        error={state.error ?? (name.trim() === '' ? null : problem)}
      />
      <div className={css.acts}>
        <Button onPress={onDone}>{t('account:cancel')}</Button>
        <Button kind="primary" type="submit" isPending={state.isBusy} isDisabled={problem !== null}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

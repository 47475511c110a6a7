/** The API tokens of the own account: made with a name and an end, shown once, revoked. */
import type { ApiTokenDraft } from '#schemas/generated/api/api-token-draft.ts'
import type { ApiTokenMade } from '#schemas/generated/api/api-token-made.ts'
import type { ApiToken } from '#schemas/generated/entities/api-token.ts'
import {
  Button,
  confirmAndRun,
  nameProblem,
  Notice,
  type QueryLike,
  QueryState,
  Select,
  TextField,
  toasts,
  useUi,
} from '#ui'
import { type SyntheticEvent, useState } from 'react'
import css from './account.module.css'
import { OneToken } from './one-token.tsx'
import { Value } from './token-value.tsx'

/** Each rejects with the sentence to show. */
export interface ApiTokenPorts {
  add: (draft: ApiTokenDraft) => Promise<ApiTokenMade>
  revoke: (id: number) => Promise<void>
  changed: () => void
}

const DAYS = [7, 30, 90, 180, 365] as const
const sentenceOf = (cause: unknown) => (cause instanceof Error ? cause.message : '')

export function ApiTokens({ tokens, ports }: { tokens: QueryLike<readonly ApiToken[]>; ports: ApiTokenPorts }) {
  const { t } = useUi()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<ApiTokenMade | null>(null)
  const add = async (draft: ApiTokenDraft) => {
    setMade(await ports.add(draft))
    setMaking(false)
    ports.changed()
  }
  const end = async (id: number) => {
    await ports.revoke(id)
    if (made?.id === id) setMade(null)
    ports.changed()
  }
  const revoke = ({ id, name }: ApiToken) =>
    confirmAndRun({
      question: t('account:tokens.revokeQuestion', { name }),
      confirmLabel: t('account:tokens.revoke'),
      isDanger: true,
      doneText: t('account:tokens.revoked'),
      errorText: sentenceOf,
      run: () => end(id),
    })
  // Removing an expired or revoked token needs no confirmation.
  const remove = ({ id }: ApiToken) => end(id).catch((cause: unknown) => void toasts.error(sentenceOf(cause)))
  return (
    <div className={css.passkeys}>
      <div className={css.factor}>
        <div className={css.words}>
          <h3 className={css.factorName}>{t('account:tokens.title')}</h3>
          <p className={css.muted}>{t('account:tokens.text')}</p>
        </div>
        {!isMaking && (
          <Button
            onPress={() => {
              setMade(null)
              setMaking(true)
            }}
          >
            {t('account:tokens.add')}
          </Button>
        )}
      </div>
      {isMaking && <Making add={add} onCancel={() => setMaking(false)} />}
      {made !== null && <Value token={made} />}
      <QueryState of={tokens} empty={<p className={css.muted}>{t('account:tokens.none')}</p>}>
        {(list) => (
          <ul className={css.sessions} aria-label={t('account:tokens.title')}>
            {list.map((one) => (
              <OneToken key={one.id} token={one} onEnd={() => void (one.state === 'active' ? revoke : remove)(one)} />
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  )
}

function Making({ add, onCancel }: { add: (draft: ApiTokenDraft) => Promise<void>; onCancel: () => void }) {
  const { t } = useUi()
  const [name, setName] = useState('')
  const [access, setAccess] = useState<ApiTokenDraft['access']>('read')
  const [days, setDays] = useState<(typeof DAYS)[number]>(90)
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null })
  const problem = nameProblem(name, t)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (problem !== null || state.isBusy) return
    setState({ isBusy: true, error: null })
    add({ name: name.trim(), access, days }).catch((cause: unknown) =>
      setState({ isBusy: false, error: sentenceOf(cause) }),
    )
  }
  return (
    <form className={css.naming} onSubmit={submit} noValidate>
      <TextField
        label={t('account:tokens.name')}
        help={t('account:tokens.nameHelp')}
        value={name}
        onChange={setName}
        maxLength={60}
        autoFocus
        name="api-token"
        error={name.trim() === '' ? null : problem}
      />
      <div className={css.choices}>
        <Select
          label={t('account:tokens.accessLabel')}
          help={t(`account:tokens.accessHelp.${access}`)}
          options={(['read', 'write'] as const).map((id) => ({ id, label: t(`account:tokens.access.${id}`) }))}
          value={access}
          onChange={(one) => one !== null && setAccess(one)}
        />
        <Select
          label={t('account:tokens.days')}
          options={DAYS.map((id) => ({ id, label: t('account:tokens.daysCount', { count: id }) }))}
          value={days}
          onChange={(one) => one !== null && setDays(one)}
        />
      </div>
      {state.error !== null && <Notice kind="bad">{state.error}</Notice>}
      <div className={css.acts}>
        <Button onPress={onCancel}>{t('account:cancel')}</Button>
        <Button kind="primary" type="submit" isPending={state.isBusy} isDisabled={problem !== null}>
          {t('account:tokens.save')}
        </Button>
      </div>
    </form>
  )
}

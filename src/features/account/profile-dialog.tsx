/**
 * One's own account: what was accepted, who signed in when, which sessions are open, and API tokens (spec 1, "Top
 * navigation").
 */
import { barDate, clockTime, tableDate, tableMoment } from '#domain/moment'
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import type { Terms } from '#schemas/generated/api/terms.ts'
import type { ApiToken } from '#schemas/generated/entities/api-token.ts'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import type { SecondFactors } from '#schemas/generated/entities/second-factors.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import {
  Badge,
  Button,
  Checkbox,
  DataTable,
  Dialog,
  EmptyState,
  type QueryLike,
  QueryState,
  Skeleton,
  StatusDot,
  type TableColumn,
  Tabs,
  useUi,
} from '#ui'
import { useState } from 'react'
import { agentOf } from './agent.ts'
import { type ApiTokenPorts, ApiTokens } from './api-tokens.tsx'
import { AppCodes, type AppPorts } from './app-codes.tsx'
import { type PasskeyPorts, Passkeys } from './passkeys.tsx'
import css from './account.module.css'

type ProfileTab = 'history' | 'sessions' | 'signIn' | 'tokens'
const TABS: readonly ProfileTab[] = ['history', 'sessions', 'signIn', 'tokens']

export interface ProfileDialogProps {
  username: string
  isAdmin: boolean
  tab: ProfileTab
  info: QueryLike<LoginInfo>
  terms: QueryLike<Terms>
  logins: QueryLike<readonly LoginEntry[]>
  sessions: QueryLike<readonly Session[]>
  /** Ends a session that is not this one. Tells by itself how it went. */
  endSession: (id: number) => Promise<void>
  factors: QueryLike<SecondFactors>
  app: AppPorts
  passkeys: PasskeyPorts
  tokens: QueryLike<readonly ApiToken[]>
  tokenPorts: ApiTokenPorts
  onClose: () => void
}

export function ProfileDialog({
  username,
  isAdmin,
  tab,
  info,
  terms,
  logins,
  sessions,
  endSession,
  factors,
  app,
  passkeys,
  tokens,
  tokenPorts,
  onClose,
}: ProfileDialogProps) {
  const { t } = useUi()
  return (
    <Dialog isOpen size="large" onClose={onClose} title={t('account:profile.title')}>
      <div className={css.profile}>
        <div className={css.person}>
          <span className={css.letter} aria-hidden="true">
            {username.slice(0, 1).toUpperCase()}
          </span>
          <div>
            <p className={css.name}>{username}</p>
            <p className={css.muted}>{t(`account:profile.role.${isAdmin ? 'admin' : 'basic'}`)}</p>
          </div>
        </div>
        <div role="group" aria-label={t('account:profile.accepted')} className={css.accepted}>
          <Accepted of={terms} is={(data) => data.accepted} at={(data) => data.at} label={t('account:profile.terms')} />
          <Accepted of={info} is={(data) => data.passwordResponsibility} label={t('account:profile.responsibility')} />
        </div>
        <Tabs
          key={tab}
          label={t('account:profile.tabs')}
          tabs={[tab, ...TABS.filter((other) => other !== tab)].map((id) => ({
            id,
            label: t(`account:${id}.title`),
            content:
              id === 'history' ? (
                <History logins={logins} />
              ) : id === 'sessions' ? (
                <Sessions sessions={sessions} endSession={endSession} />
              ) : id === 'signIn' ? (
                <SignIn factors={factors} app={app} passkeys={passkeys} />
              ) : (
                <ApiTokens tokens={tokens} ports={tokenPorts} />
              ),
          }))}
        />
      </div>
    </Dialog>
  )
}

const fixed = () => undefined

function Accepted<T>({
  of,
  is,
  at,
  label,
}: {
  of: QueryLike<T>
  is: (data: T) => boolean
  at?: (data: T) => number | null
  label: string
}) {
  const { t } = useUi()
  return (
    <QueryState of={of} compact waiting={<Skeleton shape="text" count={1} />}>
      {(data) => {
        const on = at?.(data) ?? null
        return (
          <Checkbox isReadOnly isSelected={is(data)} onChange={fixed}>
            {label}
            {on !== null && (
              <>
                {' '}
                <span className={css.on}>{t('account:profile.acceptedOn', { date: tableDate(on) })}</span>
              </>
            )}
          </Checkbox>
        )
      }}
    </QueryState>
  )
}

function History({ logins }: { logins: QueryLike<readonly LoginEntry[]> }) {
  const { t } = useUi()
  const columns: TableColumn<LoginEntry>[] = [
    { id: 'time', label: t('account:history.time'), value: ({ date }) => clockTime(date) },
    // Sorted by the moment, so that two logins of one day keep their order.
    {
      id: 'date',
      label: t('account:history.date'),
      value: ({ date }) => date,
      render: ({ date }) => barDate(date),
      name: ({ date }) => barDate(date),
    },
    {
      id: 'success',
      label: t('account:history.success'),
      value: ({ success }) => (success ? 1 : 0),
      render: ({ success }) => <Outcome success={success} />,
      name: ({ success }) => t(`account:history.${success ? 'yes' : 'no'}`),
    },
  ]
  return (
    <QueryState of={logins} skeleton="table" empty={<EmptyState compact title={t('account:history.none')} />}>
      {(rows) => (
        <DataTable
          label={t('account:history.title')}
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.date}-${rows.indexOf(row)}`}
          initialSort={{ column: 'date', direction: 'descending' }}
          maxHeight={400}
        />
      )}
    </QueryState>
  )
}

function Outcome({ success }: { success: boolean }) {
  const { t } = useUi()
  return <StatusDot status={success ? 'up' : 'down'}>{t(`account:history.${success ? 'yes' : 'no'}`)}</StatusDot>
}

function Sessions({ sessions, endSession }: Pick<ProfileDialogProps, 'sessions' | 'endSession'>) {
  const { t } = useUi()
  return (
    <QueryState of={sessions}>
      {(list) => (
        <>
          {list.length > 1 && <p className={css.hint}>{t('account:sessions.hint')}</p>}
          <ul className={css.sessions}>
            {list.map((one) => (
              <OneSession key={one.id} session={one} endSession={endSession} />
            ))}
          </ul>
        </>
      )}
    </QueryState>
  )
}

function SignIn({ factors, app, passkeys }: Pick<ProfileDialogProps, 'factors' | 'app' | 'passkeys'>) {
  const { t } = useUi()
  return (
    <QueryState of={factors}>
      {(of) =>
        of.allowed ? (
          <div className={css.factors}>
            <AppCodes factors={of} ports={app} />
            <Passkeys passkeys={of.passkeys} ports={passkeys} />
          </div>
        ) : (
          <EmptyState compact title={t('errors:SECOND_FACTOR_NOT_ALLOWED')} />
        )
      }
    </QueryState>
  )
}

function OneSession({
  session: { id, agent, address, apiClient, createdAt, seenAt, current },
  endSession,
}: {
  session: Session
  endSession: (id: number) => Promise<void>
}) {
  const { t } = useUi()
  const [isEnding, setEnding] = useState(false)
  const known = agentOf(agent)
  const browser = known === null ? t('account:sessions.unknown') : t('account:sessions.browserOn', { ...known })
  const name = apiClient ?? browser
  const end = () => {
    setEnding(true)
    void endSession(id).finally(() => setEnding(false))
  }
  return (
    <li className={css.session}>
      <div className={css.words}>
        <p className={css.agent} title={agent}>
          {name}
          {apiClient !== null && <Badge>{t('account:sessions.page')}</Badge>}
          {current && <Badge tone="good">{t('account:sessions.current')}</Badge>}
        </p>
        {apiClient !== null && <p className={css.muted}>{t('account:sessions.pageLimits', { name: apiClient })}</p>}
        <p className={css.muted}>
          {[
            address,
            t('account:sessions.since', { date: tableMoment(createdAt) }),
            t('account:sessions.seen', { date: tableMoment(seenAt) }),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      {!current && (
        <Button
          size="small"
          isPending={isEnding}
          aria-label={t('account:sessions.endLabel', { agent: name })}
          onPress={end}
        >
          {t('account:sessions.end')}
        </Button>
      )}
    </li>
  )
}

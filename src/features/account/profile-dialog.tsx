/**
 * One's own account: what was accepted, who signed in when, which sessions are open, and API tokens (spec 1, "Top
 * navigation").
 */
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import type { Terms } from '#schemas/generated/api/terms.ts'
import type { ApiToken } from '#schemas/generated/entities/api-token.ts'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import type { SecondFactors } from '#schemas/generated/entities/second-factors.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import { Dialog, EmptyState, type QueryLike, QueryState, Tabs, useUi } from '#ui'
import { type ApiTokenPorts, ApiTokens } from './api-tokens.tsx'
import { AppCodes, type AppPorts } from './app-codes.tsx'
import { type PasskeyPorts, Passkeys } from './passkeys.tsx'
import css from './account.module.css'
import { AcceptedMark } from './accepted-mark.tsx'
import { History } from './sign-in-history.tsx'
import { OneSession } from './one-session.tsx'

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
          <AcceptedMark
            of={terms}
            is={(data) => data.accepted}
            at={(data) => data.at}
            label={t('account:profile.terms')}
          />
          <AcceptedMark
            of={info}
            is={(data) => data.passwordResponsibility}
            label={t('account:profile.responsibility')}
          />
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

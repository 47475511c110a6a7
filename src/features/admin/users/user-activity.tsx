/** The activity of an account: open sessions, sign-in attempts, changes of the password. */
import { Card, EmptyState, QueryState, Tabs, useUi } from '#ui'
import { useActivity } from '../use-admin-data.ts'
import { Sessions } from './user-sessions.tsx'
import { Logins } from './user-logins.tsx'
import { PassChanges } from './pass-changes.tsx'

export function UserActivity({ user, username }: { user: number; username: string }) {
  const { t } = useUi()
  const { sessions, logins, passChanges } = useActivity(user)
  return (
    <Card title={t('admin:activity.title')}>
      <Tabs
        label={t('admin:activity.title')}
        tabs={[
          {
            id: 'sessions',
            label: t('admin:activity.sessions'),
            content: (
              <QueryState
                of={sessions}
                skeleton="table"
                empty={<EmptyState compact title={t('admin:activity.noSessions')} />}
              >
                {(rows) => <Sessions rows={rows} username={username} onEnded={() => void sessions.refetch()} />}
              </QueryState>
            ),
          },
          {
            id: 'logins',
            label: t('admin:activity.logins'),
            content: (
              <QueryState
                of={logins}
                skeleton="table"
                empty={<EmptyState compact title={t('admin:activity.noLogins')} />}
              >
                {(rows) => <Logins rows={rows} />}
              </QueryState>
            ),
          },
          {
            id: 'passwords',
            label: t('admin:activity.passwords'),
            content: (
              <QueryState
                of={passChanges}
                skeleton="table"
                empty={<EmptyState compact title={t('admin:activity.noPasswords')} />}
              >
                {(rows) => <PassChanges rows={rows} />}
              </QueryState>
            ),
          },
        ]}
      />
    </Card>
  )
}

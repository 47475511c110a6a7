/** What happened to an account: sessions that are open, tries to sign in, changes of the password. */
import { barDate, clockTime, tableMoment } from '#domain/moment'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import type { PassChange } from '#schemas/generated/entities/pass-change.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import {
  Badge,
  Button,
  Card,
  confirmAndRun,
  DataTable,
  EmptyState,
  QueryState,
  StatusDot,
  type TableColumn,
  Tabs,
  useUi,
} from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { useActivity } from '../use-admin-data.ts'
import css from '../admin.module.css'

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

function Sessions({ rows, username, onEnded }: { rows: readonly Session[]; username: string; onEnded: () => void }) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const nameOf = ({ apiClient, agent }: Session) => apiClient ?? (agent || t('admin:activity.unknownAgent'))
  const end = async (session: Session) => {
    const answer = await confirmAndRun({
      question: t('admin:activity.endQuestion', { name: username, agent: nameOf(session) }),
      confirmLabel: t('admin:activity.end'),
      isDanger: true,
      doneText: t('admin:activity.ended'),
      errorText: say,
      run: () => api.endSession(session.id),
    })
    if (answer !== 'cancelled') onEnded()
  }
  return (
    <ul className={css.rows}>
      {rows.map((session) => (
        <li key={session.id} className={css.row}>
          <div className={css.what}>
            <p>
              {nameOf(session)}
              {session.apiClient !== null && <Badge>{t('admin:activity.page')}</Badge>}
              {session.current && <Badge tone="good">{t('admin:activity.current')}</Badge>}
            </p>
            <p>
              {[
                session.address,
                t('admin:activity.since', { date: tableMoment(session.createdAt) }),
                t('admin:activity.seen', { date: tableMoment(session.seenAt) }),
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </div>
          {!session.current && (
            <Button
              size="small"
              aria-label={t('admin:activity.endLabel', { agent: nameOf(session) })}
              onPress={() => void end(session)}
            >
              {t('admin:activity.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Logins({ rows }: { rows: readonly LoginEntry[] }) {
  const { t } = useUi()
  const word = (success: boolean) => t(`admin:activity.${success ? 'succeeded' : 'failed'}`)
  const columns: TableColumn<LoginEntry>[] = [
    // Sorted by the moment, so that two tries of one day keep their order.
    {
      id: 'date',
      label: t('admin:activity.date'),
      value: ({ date }) => date,
      render: ({ date }) => barDate(date),
      name: ({ date }) => barDate(date),
      isRowHeader: true,
    },
    { id: 'time', label: t('admin:activity.time'), value: ({ date }) => clockTime(date) },
    {
      id: 'success',
      label: t('admin:activity.success'),
      value: ({ success }) => (success ? 1 : 0),
      render: ({ success }) => <StatusDot status={success ? 'up' : 'down'}>{word(success)}</StatusDot>,
      name: ({ success }) => word(success),
    },
  ]
  return (
    <DataTable
      label={t('admin:activity.logins')}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.date}-${rows.indexOf(row)}`}
      initialSort={{ column: 'date', direction: 'descending' }}
      maxHeight={400}
    />
  )
}

function PassChanges({ rows }: { rows: readonly PassChange[] }) {
  const { t } = useUi()
  const columns: TableColumn<PassChange>[] = [
    {
      id: 'date',
      label: t('admin:activity.date'),
      value: ({ date }) => date,
      render: ({ date }) => tableMoment(date),
      name: ({ date }) => tableMoment(date),
      isRowHeader: true,
    },
  ]
  return (
    <DataTable
      label={t('admin:activity.passwords')}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.date}-${rows.indexOf(row)}`}
      initialSort={{ column: 'date', direction: 'descending' }}
      maxHeight={400}
    />
  )
}

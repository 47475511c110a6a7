import { barDate, clockTime } from '#domain/moment'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import { DataTable, EmptyState, type QueryLike, QueryState, StatusDot, type TableColumn, useUi } from '#ui'

export function History({ logins }: { logins: QueryLike<readonly LoginEntry[]> }) {
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

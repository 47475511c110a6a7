import { barDate, clockTime } from '#domain/moment'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import { DataTable, StatusDot, type TableColumn, useUi } from '#ui'

export function Logins({ rows }: { rows: readonly LoginEntry[] }) {
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

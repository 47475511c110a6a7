import { tableMoment } from '#domain/moment'
import type { PassChange } from '#schemas/generated/entities/pass-change.ts'
import { DataTable, type TableColumn, useUi } from '#ui'

export function PassChanges({ rows }: { rows: readonly PassChange[] }) {
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

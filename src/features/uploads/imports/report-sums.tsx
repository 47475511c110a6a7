import { sumValue } from '#domain/imports'
import type { ImportSum } from '#schemas/generated/entities/import-report.ts'
import { DataTable, type TableColumn, useUi } from '#ui'
import css from './imports.module.css'

const SUMS = ['read', 'stored', 'outvoted', 'apart'] as const

/** Without columns of nothing: on a phone they hide the others. */
export function Sums({ sums }: { sums: readonly ImportSum[] }) {
  const { t, format } = useUi()
  const columns: TableColumn<ImportSum>[] = [
    {
      id: 'atom',
      label: t('imports:report.count'),
      value: ({ atom }) => t(`imports:use.${atom}`),
      isSortable: false,
    },
    ...SUMS.filter((id) => id === 'read' || id === 'stored' || sums.some((sum) => sum[id] > 0)).map(
      (id): TableColumn<ImportSum> => ({
        id,
        label: t(`imports:report.${id === 'read' ? 'countRead' : id}`),
        format: 'count',
        value: (row) => row[id],
        // An amount is read to its hundredths.
        render: ({ atom, [id]: value }) => format.exact(sumValue(atom, value), atom === 'sales' ? 'number' : 'count'),
        isSortable: false,
      }),
    ),
  ]
  return (
    <div className={css.table}>
      <DataTable
        label={t('imports:report.counts')}
        columns={columns}
        rows={sums}
        rowKey={({ atom }) => atom}
        phone={columns.length > 3 ? 'cards' : 'scroll'}
      />
    </div>
  )
}

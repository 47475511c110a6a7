import type { UploadKind } from '#domain/uploads'
import type { UploadRow } from '#schemas/generated/entities/upload-check.ts'
import { DataTable, type TableColumn, useUi } from '#ui'
import css from './uploads.module.css'

export function Rows({
  label,
  rows,
  kind,
  hasSheets,
}: {
  label: string
  rows: readonly UploadRow[]
  kind: UploadKind
  hasSheets: boolean
}) {
  const { t, format, locale } = useUi()
  const isWrong = rows.some(({ problem }) => problem !== null)
  const text = (
    id: keyof UploadRow & ('code' | 'local' | 'client' | 'date' | 'hour' | 'concept' | 'company' | 'sheet'),
  ): TableColumn<UploadRow> => ({ id, label: t(`uploads:column.${id}`), value: (row) => row[id], isSortable: false })
  const count = (id: 'offers' | 'orders' | 'tickets' | 'units'): TableColumn<UploadRow> => ({
    id,
    label: t(`uploads:column.${id}`),
    format: 'count',
    value: (row) => row[id],
    isSortable: false,
  })
  const cents = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const amount = (id: 'investment' | 'sales'): TableColumn<UploadRow> => ({
    id,
    label: t(`uploads:column.${id}`),
    format: 'number',
    value: (row) => row[id],
    isSortable: false,
    render: ({ [id]: value }) => (value === null ? format.exact(null, 'number') : cents.format(value)),
  })
  const has = (id: keyof UploadRow) => rows.some((row) => row[id] !== null)
  const line: TableColumn<UploadRow> = {
    id: 'line',
    label: t('uploads:column.line'),
    format: 'count',
    value: (row) => row.line,
    isSortable: false,
    width: '4.5rem',
  }
  const lines = hasSheets ? [text('sheet'), line] : [line]
  const places =
    kind === 'investment'
      ? []
      : [text('code'), ...(has('local') ? [text('local')] : []), ...(has('client') ? [text('client')] : [])]
  const values =
    kind === 'offersOrders'
      ? [count('offers'), count('orders')]
      : kind === 'investment'
        ? [amount('investment'), text('concept')]
        : [count('tickets'), ...(has('sales') ? [amount('sales')] : []), ...(has('units') ? [count('units')] : [])]
  const problem: TableColumn<UploadRow> = {
    id: 'problem',
    label: t('uploads:column.problem'),
    value: (row) => row.problem,
    isSortable: false,
    render: (row) => (
      <span className={css.problem}>
        {t(`uploads:problem.${row.problem ?? ''}`)}
        {row.value !== null && (
          <>
            : <code>{row.value}</code>
          </>
        )}
      </span>
    ),
  }
  return (
    <figure className={css.rows}>
      <figcaption>{label}</figcaption>
      <div className={css.table}>
        <DataTable
          label={label}
          rows={rows}
          rowKey={(row) => `${row.sheet ?? ''} ${row.line}`}
          columns={
            isWrong
              ? [
                  ...lines,
                  problem,
                  ...places.slice(0, 1),
                  text('date'),
                  ...(has('hour') ? [text('hour')] : []),
                  ...values,
                ]
              : [
                  ...lines,
                  ...places,
                  text('date'),
                  ...(has('hour') ? [text('hour')] : []),
                  ...values,
                  ...(has('company') ? [text('company')] : []),
                ]
          }
        />
      </div>
    </figure>
  )
}

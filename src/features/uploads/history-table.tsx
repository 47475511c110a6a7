import { useQueryClient } from '@tanstack/react-query'
import { tableDate, tableMoment } from '#domain/moment'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import { Badge, Button, confirmAndRun, DataTable, type TableColumn, useUi } from '#ui'
import { HISTORY } from './use-upload.ts'
import { useUploads } from './uploads-frame.tsx'
import css from './uploads.module.css'

/** @param onUndone the button that was pressed is gone then */
export function Table({
  uploads,
  clients,
  onUndone,
}: {
  uploads: readonly Upload[]
  clients: readonly Client[]
  onUndone: () => void
}) {
  const { t } = useUi()
  const { api, say } = useUploads()
  const queries = useQueryClient()
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  const days = ({ begin, end }: Upload) =>
    begin === null || end === null ? '' : begin === end ? tableDate(begin) : `${tableDate(begin)} – ${tableDate(end)}`
  const undo = async ({ id, fileName }: Upload) => {
    const answer = await confirmAndRun({
      question: t('uploads:history.undoQuestion', { name: fileName }),
      isDanger: true,
      confirmLabel: t('uploads:history.undo'),
      doneText: t('uploads:history.undone'),
      errorText: say,
      run: async () => {
        await api.undo(id)
      },
    })
    if (answer === 'cancelled') return
    await queries.invalidateQueries({ queryKey: HISTORY })
    if (answer === 'done') onUndone()
  }
  const columns: TableColumn<Upload>[] = [
    {
      id: 'uploadedAt',
      label: t('uploads:history.when'),
      value: (row) => row.uploadedAt,
      render: (row) => tableMoment(row.uploadedAt),
      isRowHeader: false,
    },
    {
      id: 'fileName',
      label: t('uploads:history.file'),
      value: (row) => row.fileName,
      isRowHeader: true,
      render: (row) => (
        <>
          {row.fileName}
          {row.undoneAt !== null && (
            <>
              {' '}
              <Badge>{t('uploads:history.isUndone')}</Badge>
            </>
          )}
        </>
      ),
    },
    { id: 'kind', label: t('uploads:kind'), value: (row) => t(`uploads:kind.${row.kind}`) },
    ...(clients.length > 1
      ? [
          {
            id: 'client',
            label: t('uploads:client'),
            value: (row: Upload) =>
              row.client === null ? t('uploads:history.several') : (names.get(row.client) ?? ''),
          },
        ]
      : []),
    { id: 'days', label: t('uploads:history.days'), value: (row) => row.begin, render: days },
    { id: 'added', label: t('uploads:history.added'), format: 'count', value: (row) => row.added },
    { id: 'changed', label: t('uploads:history.changed'), format: 'count', value: (row) => row.changed },
    { id: 'uploadedBy', label: t('uploads:history.who'), value: (row) => row.uploadedBy },
  ]
  return (
    <div className={css.table}>
      <DataTable
        label={t('uploads:history.title')}
        columns={columns}
        rows={uploads}
        rowKey={({ id }) => id}
        pageSize={25}
        phone="cards"
        rowActions={(row) =>
          row.undoneAt === null && (
            <Button
              kind="quiet"
              size="small"
              aria-label={t('uploads:history.undoName', { name: row.fileName })}
              onPress={() => void undo(row)}
            >
              {t('uploads:history.undo')}
            </Button>
          )
        }
      />
    </div>
  )
}

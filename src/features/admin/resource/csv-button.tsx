/** A list as a CSV file: the rows that match the search, in the words of the page. */
import { csvFileName, csvTableOf } from '#domain/csv'
import { writeCsv } from '#workers/csv'
import { Button, type ResourceColumn, toasts, useUi } from '#ui'
import { DownloadIcon } from '#ui/icons/index.tsx'
import { isUntold, searched, textOf } from '#ui/resource-table/values.ts'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'

interface CsvButtonProps<Row> {
  name: string
  rows: readonly Row[]
  columns: readonly ResourceColumn<Row>[]
  search: string
}

export function CsvButton<Row>({ name, rows, columns, search }: CsvButtonProps<Row>) {
  const { t, format } = useUi()
  const { save, say } = useAdmin()
  const [isSaving, setSaving] = useState(false)
  const download = async () => {
    setSaving(true)
    try {
      const shown = searched(rows, columns, search, { t, format })
      const words = { t, format }
      // The dash of an empty cell is for the eye: read by a program it would be a value.
      const cells = shown.map((row) =>
        columns.map((column) => (isUntold(row, column, words) ? '' : textOf(row, column, words))),
      )
      const table = csvTableOf({ columns: columns.map(({ label }) => ({ label })), rows: cells })
      save(csvFileName(new Date(), name), await writeCsv(table, { bom: true }))
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button icon={<DownloadIcon />} isPending={isSaving} isDisabled={rows.length === 0} onPress={() => void download()}>
      {t('admin:csv')}
    </Button>
  )
}

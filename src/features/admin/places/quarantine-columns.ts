import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import type { ResourceColumn, Translate } from '#ui'
import { reasonText } from '../hubble/reason-text.ts'
import { cellsOf } from './cells.ts'

/** Of rows in quarantine; with what became of them where they do not all wait. */
export function quarantineColumns(
  t: Translate,
  names: ReadonlyMap<number, string>,
  withState: boolean,
): ResourceColumn<QuarantinedRow>[] {
  return [
    {
      attr: 'file',
      label: t('admin:quarantine.file'),
      value: ({ file: name, line, source }) => (name === null ? source : line === null ? name : `${name}:${line}`),
    },
    { attr: 'reason', label: t('admin:quarantine.reason'), isLong: true, value: (row) => reasonText(row.reason, t) },
    { attr: 'row', label: t('admin:quarantine.says'), isSortable: false, isLong: true, value: saysOf },
    {
      attr: 'client',
      label: t('fleet:client'),
      value: (row) => names.get(row.client) ?? (row.client === 0 ? '' : `#${row.client}`),
    },
    { attr: 'learntAt', label: t('admin:quarantine.since'), type: 'Date' },
    ...(!withState
      ? []
      : [
          {
            attr: 'state',
            label: t('admin:quarantine.state'),
            value: (row: QuarantinedRow) => t(`admin:quarantine.states.${row.state}`),
          },
        ]),
  ]
}

/** Its hour and its counts, or the first cells as they came. */
function saysOf({ row, suggestion: { day, hour, counts } }: QuarantinedRow): string {
  const parts =
    day === null || hour === null || Object.keys(counts).length === 0
      ? cellsOf(row).slice(0, 5)
      : [[day, `${String(hour).padStart(2, '0')}:00`], ...Object.entries(counts)]
  return parts.map(([name, value]) => `${name} ${value}`).join(' · ')
}

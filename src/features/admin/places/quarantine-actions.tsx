import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import { IconButton, Menu, useUi } from '#ui'
import { CheckIcon, MoreIcon, TrashIcon } from '#ui/icons/index.tsx'

export function Actions({
  row,
  onRelease,
  onDismiss,
}: {
  row: QuarantinedRow
  onRelease: () => void
  onDismiss: () => void
}) {
  const { t } = useUi()
  const label = t('admin:actionsOf', { name: row.line === null ? String(row.id) : `${row.file ?? ''}:${row.line}` })
  const isDisabled = row.state !== 'waiting'
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={<IconButton plain size="small" label={label} icon={<MoreIcon />} />}
      actions={[
        { id: 'release', label: t('admin:quarantine.release'), icon: <CheckIcon />, isDisabled, onAction: onRelease },
        {
          id: 'dismiss',
          label: t('admin:quarantine.dismiss'),
          icon: <TrashIcon />,
          isDanger: true,
          isDisabled,
          onAction: onDismiss,
        },
      ]}
    />
  )
}

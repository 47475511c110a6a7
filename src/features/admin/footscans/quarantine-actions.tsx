import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'
import { IconButton, Menu, type MenuAction, useUi } from '#ui'
import { CheckIcon, EditIcon, MoreIcon, TrashIcon } from '#ui/icons/index.tsx'

export function Actions({
  row: { device, releasedAt },
  onRelease,
  onCorrect,
  onDiscard,
}: {
  row: QuarantinedReading
  onRelease: () => void
  onCorrect: () => void
  onDiscard: () => void
}) {
  const { t } = useUi()
  const label = t('admin:actionsOf', { name: device })
  const isReleased = releasedAt !== null
  const released = { isDisabled: isReleased, ...(isReleased && { hint: t('fleet:quarantine.isReleased') }) }
  const actions: MenuAction[] = [
    { id: 'release', label: t('fleet:quarantine.release'), icon: <CheckIcon />, ...released, onAction: onRelease },
    { id: 'correct', label: t('fleet:quarantine.correct'), icon: <EditIcon />, ...released, onAction: onCorrect },
    {
      id: 'discard',
      label: t('fleet:quarantine.discard'),
      icon: <TrashIcon />,
      isDanger: true,
      ...released,
      onAction: onDiscard,
    },
  ]
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={<IconButton plain size="small" label={label} icon={<MoreIcon />} />}
      actions={actions}
    />
  )
}

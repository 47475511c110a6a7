import { allowedActions } from '#domain/machine'
import { IconButton, Menu, useUi } from '#ui'
import { MoreIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useAdmin } from '../../admin-frame.tsx'
import type { Entry } from '../resource.ts'
import { bringsOf, positionIn, type Stated, wordsOf } from './stated.ts'

interface RowMenuProps<Entity extends Entry> {
  resource: Stated<Entity>
  entity: Entity
  onAction: (entity: Entity, action: string) => void
  onRemove: ((entity: Entity) => void) | undefined
}

export function RowMenu<Entity extends Entry>({
  resource: { machine, words, label: nameIt },
  entity,
  onAction,
  onRemove,
}: RowMenuProps<Entity>) {
  const { t } = useUi()
  const { me } = useAdmin()
  const word = wordsOf(t, words)
  const label = t('admin:actionsOf', { name: nameIt(entity) })
  // A message is written where those before it are read.
  const actions = allowedActions(machine.table, positionIn(machine, entity), me.id).filter(
    (action) => bringsOf(machine, action) !== 'message',
  )
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={<IconButton plain size="small" label={label} icon={<MoreIcon />} />}
      actions={[
        ...actions.map((action) => ({
          id: action,
          label: word.action(action),
          onAction: () => onAction(entity, action),
        })),
        ...(onRemove === undefined
          ? []
          : [
              {
                id: 'remove',
                label: t('admin:remove'),
                icon: <TrashIcon />,
                isDanger: true,
                onAction: () => onRemove(entity),
              },
            ]),
      ]}
    />
  )
}

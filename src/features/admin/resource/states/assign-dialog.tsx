/** Chooses the assignee of an entry: an administrator who may sign in. */
import { Button, Dialog, EntitySelector, QueryState, useUi } from '#ui'
import { useState } from 'react'
import { useAll } from '../../use-admin-data.ts'

export interface AssignDialogProps {
  title: string
  confirmLabel: string
  /** The current assignee. */
  assignee: number | null
  onClose: () => void
  onAssign: (user: number) => Promise<void>
}

export function AssignDialog({ title, confirmLabel, assignee, onClose, onAssign }: AssignDialogProps) {
  const { t } = useUi()
  const users = useAll('users')
  const [user, setUser] = useState(assignee)
  const [isBusy, setBusy] = useState(false)
  const assign = async () => {
    if (user === null) return
    setBusy(true)
    await onAssign(user)
    setBusy(false)
    onClose()
  }
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button
            kind="primary"
            isPending={isBusy}
            isDisabled={user === null || user === assignee}
            onPress={() => void assign()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <QueryState of={users} skeleton="form">
        {(all) => (
          <EntitySelector
            label={t('admin:entry.assignee')}
            isRequired
            isClearable={false}
            items={all.flatMap(({ id, username, role, enabled }) =>
              role === 'admin' && enabled ? [{ id, name: username }] : [],
            )}
            value={user}
            onChange={setUser}
          />
        )}
      </QueryState>
    </Dialog>
  )
}

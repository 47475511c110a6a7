/** Files many dashboards in one folder. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Button, Dialog, Notice, TextField, toasts, useUi } from '#ui'
import { type SyntheticEvent, useState } from 'react'
import css from './dashboards.module.css'
import { useDashboards } from './frame.tsx'
import { useRefresh } from './use-dashboards.ts'

interface MoveDialogProps {
  of: readonly Dashboard[]
  /** Those that there are. */
  folders: readonly string[]
  onClose: () => void
  onMoved: () => void
}

const NAMED = 8

export function MoveDialog({ of, folders, onClose, onMoved }: MoveDialogProps) {
  const { t } = useUi()
  const { api, say } = useDashboards()
  const refresh = useRefresh()
  const [folder, setFolder] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const own = of.filter(({ mayEdit }) => mayEdit)
  const move = (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (isBusy || own.length === 0) return
    setBusy(true)
    api
      .move(
        own.map(({ id }) => id),
        folder.trim() === '' ? null : folder.trim(),
      )
      .then(
        async () => {
          toasts.success(t('dashboard:move.done'))
          await refresh()
          onMoved()
          onClose()
        },
        (cause: unknown) => {
          setFailure(say(cause))
          setBusy(false)
        },
      )
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t('dashboard:move.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button kind="primary" isPending={isBusy} isDisabled={own.length === 0} onPress={() => move()}>
            {t('dashboard:move.action')}
          </Button>
        </>
      }
    >
      <form onSubmit={move} className={css.stack}>
        {own.length < of.length && <Notice kind="warn">{t('dashboard:move.notAll')}</Notice>}
        <p className={css.note}>{own.map(({ name }) => name).join(', ')}</p>
        <TextField
          label={t('dashboard:move.folder')}
          help={
            folders.length === 0
              ? t('dashboard:move.help')
              : t('dashboard:folder.known', { names: folders.slice(0, NAMED).join(', ') })
          }
          maxLength={80}
          autoFocus
          value={folder}
          onChange={setFolder}
        />
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
      </form>
    </Dialog>
  )
}

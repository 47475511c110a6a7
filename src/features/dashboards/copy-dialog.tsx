import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Button, Dialog, nameProblem, Notice, TextField, useUi } from '#ui'
import { type SyntheticEvent, useState } from 'react'
import { useDashboards } from './frame.tsx'
import { useRefresh } from './use-dashboards.ts'
import css from './dashboards.module.css'
import { useRun } from './use-run.ts'

export interface CopyDialogProps {
  of: Dashboard
  follow: boolean
  onClose: () => void
  onMade: (entry: Dashboard) => void
}

/** `follow`: customises a built-in one. */
export function CopyDialog({ of, follow, onClose, onMade }: CopyDialogProps) {
  const { t } = useUi()
  const { api } = useDashboards()
  const refresh = useRefresh()
  const { isBusy, failure, run } = useRun()
  const [name, setName] = useState(() =>
    t(follow ? 'dashboard:copy.ownName' : 'dashboard:copy.name', { name: of.name }),
  )
  const problem = nameProblem(name, t)
  const isNamed = problem === null
  const make = (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (!isNamed) return
    void run(async () => {
      const entry = await api.duplicate(of.id, { name: name.trim(), ...(follow && { follow }) })
      await refresh()
      onMade(entry)
    })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t(follow ? 'dashboard:copy.customise' : 'dashboard:copy.title', { name: of.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button kind="primary" isPending={isBusy} isDisabled={!isNamed} onPress={() => make()}>
            {t(follow ? 'dashboard:action.customise' : 'dashboard:action.duplicate')}
          </Button>
        </>
      }
    >
      <form onSubmit={make} className={css.stack}>
        {follow && <p className={css.note}>{t('dashboard:copy.customiseText')}</p>}
        <TextField
          label={t('dashboard:name')}
          isRequired
          maxLength={200}
          autoFocus
          value={name}
          onChange={setName}
          error={problem}
        />
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
      </form>
    </Dialog>
  )
}

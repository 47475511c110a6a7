/** The same user stored another draft elsewhere since: the differences, and which of the two continues. */
import { writtenMoment } from '#domain/written'
import { Button, Dialog, Notice, useUi } from '#ui'
import { useState } from 'react'
import type { DraftConflict } from '../../api/dashboard-conflicts.ts'
import { ChangesView } from './changes-view.tsx'
import css from './dashboards.module.css'

export interface DraftConflictProps {
  conflict: DraftConflict
  mine: string
  onTheirs: () => Promise<void>
  onMine: () => void
}

/** Put off, it is a notice above the editor: nothing is kept on the server until one of the two is chosen. */
export function DraftConflictDialog({ conflict, mine, onTheirs, onMine }: DraftConflictProps) {
  const { t, locale } = useUi()
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const when = writtenMoment(conflict.at, 'moment', locale)
  const take = async () => {
    setBusy(true)
    try {
      await onTheirs()
    } finally {
      setBusy(false)
    }
  }
  if (!isOpen)
    return (
      <Notice
        kind="warn"
        title={t('dashboard:draftConflict.text', { when })}
        action={
          <Button size="small" onPress={() => setOpen(true)}>
            {t('dashboard:draftConflict.choose')}
          </Button>
        }
      >
        {t('dashboard:draftConflict.notKept')}
      </Notice>
    )
  return (
    <Dialog
      isOpen
      size="large"
      title={t('dashboard:draftConflict.title')}
      onClose={() => setOpen(false)}
      actions={
        <>
          <Button isPending={isBusy} onPress={() => void take()}>
            {t('dashboard:draftConflict.theirs')}
          </Button>
          <Button kind="primary" isDisabled={isBusy} onPress={onMine}>
            {t('dashboard:draftConflict.mine')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <Notice kind="warn">{t('dashboard:draftConflict.text', { when })}</Notice>
        <p className={css.note}>{t('dashboard:draftConflict.changes')}</p>
        <ChangesView before={conflict.text} after={mine} none={t('dashboard:draftConflict.same')} />
      </div>
    </Dialog>
  )
}

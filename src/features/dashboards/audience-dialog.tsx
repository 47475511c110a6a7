import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Button, Dialog, Notice, toasts, useUi } from '#ui'
import { useState } from 'react'
import type { Audience } from '../../api/dashboards.ts'
import { AudienceField, isWhole } from './audience-field.tsx'
import { useDashboards } from './frame.tsx'
import { useRefresh } from './use-dashboards.ts'
import css from './dashboards.module.css'
import { useRun } from './use-run.ts'

export function AudienceDialog({ of, onClose }: { of: Dashboard; onClose: () => void }) {
  const { t } = useUi()
  const { api } = useDashboards()
  const refresh = useRefresh()
  const { isBusy, failure, run } = useRun()
  const [audience, setAudience] = useState<Audience>(of.audience)
  const save = () =>
    run(async () => {
      await api.setAudience(of.id, audience)
      await refresh()
      toasts.success(t('dashboard:audience.saved', { name: of.name }))
      onClose()
    })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dashboard:audience.title', { name: of.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button kind="primary" isPending={isBusy} isDisabled={!isWhole(audience)} onPress={() => void save()}>
            {t('dashboard:save')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <AudienceField value={audience} onChange={setAudience} />
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
      </div>
    </Dialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { Card, QueryState, Switch, toasts, useUi } from '#ui'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { SERVER_STATE, useServerState } from '../use-admin-data.ts'
import css from '../admin.module.css'

export function Maintenance() {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    try {
      queries.setQueryData(SERVER_STATE, await api.server.setMaintenance(on))
      toasts.success(t(on ? 'admin:server.maintenanceIsOn' : 'admin:server.maintenanceIsOff'))
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t('admin:server.maintenance')}>
      <QueryState of={useServerState()} isEmpty={() => false}>
        {({ maintenance }) => (
          <div className={css.stack}>
            <p>{t('admin:server.maintenanceText')}</p>
            <Switch isSelected={maintenance} isDisabled={isBusy} onChange={(on) => void change(on)}>
              {t('admin:server.maintenanceSwitch')}
            </Switch>
          </div>
        )}
      </QueryState>
    </Card>
  )
}

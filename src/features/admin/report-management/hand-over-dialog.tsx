/**
 * Gives a report to another person. The server makes it once with their rights first: who does not see it cannot have
 * it.
 */
import { isRecord } from '#domain/record'
import type { ManagedReport } from '#schemas/generated/entities/managed-report.ts'
import { Button, Dialog, EntitySelector, Notice, toasts, useUi } from '#ui'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useAll } from '../use-admin-data.ts'
import { reasonKey } from './reason-key.ts'
import css from '../admin.module.css'

export interface HandOverDialogProps {
  report: ManagedReport
  onClose: () => void
  onDone: () => void
}

export function HandOverDialog({ report, onClose, onDone }: HandOverDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const users = useAll('users').data
  const [user, setUser] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const items = useMemo(
    () =>
      (users ?? [])
        .filter(({ id, enabled }) => enabled && id !== report.owner.id)
        .map(({ id, username }) => ({ id, name: username })),
    [users, report.owner.id],
  )
  const handOver = async () => {
    if (user === null) return
    setBusy(true)
    setError(null)
    try {
      const { owner, name } = await api.reportManagement.handOver(report.id, user)
      toasts.success(t('admin:reportManagement.handedOver', { name, user: owner.username }))
      onClose()
      onDone()
    } catch (cause) {
      const details = isRecord(cause) && isRecord(cause.details) ? cause.details : {}
      const { reason } = details
      setError(
        isRecord(cause) && cause.code === 'REPORT_OWNER_NOT_ALLOWED' && typeof reason === 'string'
          ? `${say(cause)} ${t(reasonKey(reason))}`
          : say(cause),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin:reportManagement.handOverTitle', { name: report.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="primary" isPending={isBusy} isDisabled={user === null} onPress={() => void handOver()}>
            {t('admin:reportManagement.handOver')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {error !== null && <Notice kind="bad">{error}</Notice>}
        <EntitySelector
          label={t('admin:reportManagement.newOwner')}
          help={t('admin:reportManagement.newOwnerHelp', { owner: report.owner.username })}
          isRequired
          items={items}
          value={user}
          onChange={(next) => {
            setUser(next)
            setError(null)
          }}
        />
      </div>
    </Dialog>
  )
}

/** Actions on alerts: acknowledge one or many, or snooze the mails about one. */
import { tableMoment } from '#domain/moment'
import { isRecord } from '#domain/record'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { Button, Dialog, IconButton, Menu, Notice, TextField, toasts, useUi } from '#ui'
import { MoreIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useAlerts } from './alerts-frame.tsx'
import { UntilDialog } from './until-dialog.tsx'
import { useRefreshRules } from './use-alert-data.ts'
import css from './alerts.module.css'

/** The sentence of a refusal; of one because another person was first, with the moment. */
function useSay(): (cause: unknown) => string {
  const { t } = useUi()
  const { say } = useAlerts()
  return (cause) => {
    const { code, details } = isRecord(cause) ? cause : {}
    const { by, at } = isRecord(details) ? details : {}
    return code === 'ALERT_ACKNOWLEDGE_CONFLICT' && typeof by === 'string' && typeof at === 'number'
      ? t('alerts:act.taken', { by, at: tableMoment(at) })
      : say(cause)
  }
}

/**
 * Another person was first. The row loses its menu when it is read again, and with it the dialog: so it is said outside
 * of both.
 */
const isTaken = (cause: unknown): boolean =>
  isRecord(cause) && typeof cause.code === 'string' && /^ALERT_(ACKNOWLEDGE|CLOSED|SNOOZE)_CONFLICT$/.test(cause.code)

export function AcknowledgeDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { t } = useUi()
  const { api } = useAlerts()
  const say = useSay()
  const refresh = useRefreshRules()
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    setError(null)
    try {
      const [first] = ids
      await (ids.length === 1 && first !== undefined ? api.acknowledge(first, note) : api.acknowledgeMany(ids, note))
      toasts.success(t('alerts:act.acknowledged'))
      onClose()
    } catch (cause) {
      if (isTaken(cause)) {
        toasts.error(say(cause))
        onClose()
      } else {
        setError(say(cause))
        setSaving(false)
      }
    }
    await refresh()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t('alerts:act.acknowledgeTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('alerts:watch.cancel')}</Button>
          <Button kind="primary" isDisabled={isSaving} onPress={() => void save()}>
            {t('alerts:act.acknowledge')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p className={css.over}>{t('alerts:act.acknowledgeNote')}</p>
        <TextField label={t('alerts:act.note')} value={note} onChange={setNote} maxLength={300} />
        {error !== null && <Notice kind="warn">{error}</Notice>}
      </div>
    </Dialog>
  )
}

/** The menu of an open alert that has not been acknowledged. */
export function FollowUpMenu({ alert, name }: { alert: Alert; name: string }) {
  const { t } = useUi()
  const { api } = useAlerts()
  const say = useSay()
  const refresh = useRefreshRules()
  const [open, setOpen] = useState<'acknowledge' | 'snooze' | null>(null)
  const seen = alert.snoozed?.until ?? null
  const wake = async () => {
    try {
      await api.snooze(alert.id, { seen })
      toasts.success(t('alerts:act.saved'))
    } catch (cause) {
      toasts.error(say(cause))
    }
    await refresh()
  }
  const close = () => setOpen(null)
  return (
    <>
      <Menu
        label={t('alerts:act.menu', { name })}
        trigger={<IconButton plain size="small" label={t('alerts:act.menu', { name })} icon={<MoreIcon />} />}
        actions={[
          { id: 'acknowledge', label: t('alerts:act.acknowledge'), onAction: () => setOpen('acknowledge') },
          { id: 'snooze', label: t('alerts:act.snooze'), onAction: () => setOpen('snooze') },
          ...(seen === null ? [] : [{ id: 'wake', label: t('alerts:act.wake'), onAction: () => void wake() }]),
        ]}
      />
      {open === 'acknowledge' && <AcknowledgeDialog ids={[alert.id]} onClose={close} />}
      {open === 'snooze' && (
        <UntilDialog
          title={t('alerts:act.snoozeTitle')}
          note={t('alerts:act.snoozeNote')}
          hasReason={false}
          save={async (until) => {
            try {
              await api.snooze(alert.id, { ...until, seen })
              toasts.success(t('alerts:act.saved'))
            } catch (cause) {
              if (!isTaken(cause)) throw new Error(say(cause), { cause })
              toasts.error(say(cause))
            } finally {
              await refresh()
            }
          }}
          onClose={close}
        />
      )}
    </>
  )
}

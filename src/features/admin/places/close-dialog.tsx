import { DateField, toasts, useUi } from '#ui'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useFieldMapChanged } from './use-places.ts'
import css from '../admin.module.css'
import { type PlaceDialogProps, Frame } from './place-frame.tsx'

export function CloseDialog({ place: { id, name, closedOn, lastDay }, onClose }: PlaceDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = useFieldMapChanged()
  const [day, setDay] = useState(closedOn ?? lastDay)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (day === null) {
      setError(t('admin:places.closeMissing'))
      return
    }
    setBusy(true)
    try {
      await api.places.setClosing(id, day)
      toasts.success(t('admin:saved', { name }))
      onClose()
      void changed()
    } catch (cause) {
      setError(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame
      title={t('admin:places.closeTitle', { name })}
      onClose={onClose}
      confirmLabel={t('admin:places.close')}
      isBusy={isBusy}
      onConfirm={() => void save()}
    >
      <div className={css.stack}>
        <p>{t('admin:places.closeText')}</p>
        <DateField
          label={t('admin:places.lastDay')}
          value={day}
          onChange={(next) => {
            setDay(next)
            setError(null)
          }}
          error={error}
        />
      </div>
    </Frame>
  )
}

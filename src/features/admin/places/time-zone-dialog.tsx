import { tableDate } from '#domain/moment'
import { Select, toasts, useUi } from '#ui'
import { useMemo, useState } from 'react'
import { timeZoneOptions } from '../../lib/time-zones.ts'
import { useAdmin } from '../admin-frame.tsx'
import { useFieldMapChanged } from './use-places.ts'
import css from '../admin.module.css'
import { type PlaceDialogProps, Frame } from './place-frame.tsx'

export function TimeZoneDialog({ place: { id, name, timeZone, hours, firstDay, lastDay }, onClose }: PlaceDialogProps) {
  const { t, format, locale } = useUi()
  const { api, say } = useAdmin()
  const changed = useFieldMapChanged()
  const [error, setError] = useState<string | null>(null)
  const [zone, setZone] = useState(timeZone)
  const zones = useMemo(() => timeZoneOptions(locale, [timeZone]), [locale, timeZone])
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (zone === null) return
    setBusy(true)
    try {
      await api.places.moveTimeZone(id, zone)
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
      title={t('admin:places.zoneTitle', { name })}
      onClose={onClose}
      confirmLabel={t('admin:places.zoneSave')}
      isBusy={isBusy}
      isDisabled={zone === timeZone}
      onConfirm={() => void save()}
    >
      <div className={css.stack}>
        <p>
          {hours > 0
            ? t('admin:places.zoneText', {
                hours: format.exact(hours, 'count'),
                first: tableDate(firstDay),
                last: tableDate(lastDay),
              })
            : t('admin:places.zoneEmpty')}
        </p>
        <Select
          label={t('admin:places.timeZone')}
          options={zones}
          value={zone}
          flaggedLabel={timeZone ?? ''}
          onChange={(next) => {
            setZone(next)
            setError(null)
          }}
          error={error}
        />
      </div>
    </Frame>
  )
}

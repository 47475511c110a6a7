/** The dialogs that put one place right: its name, its clock, its last day, and its end. */
import { tableDate } from '#domain/moment'
import type { Place } from '#schemas/generated/entities/place.ts'
import {
  atMost,
  Button,
  DateField,
  Dialog,
  FieldErrors,
  Form,
  nameRules,
  Notice,
  QueryState,
  Select,
  TextField,
  toasts,
  useForm,
  useUi,
} from '#ui'
import { type ReactNode, useMemo, useState } from 'react'
import { timeZoneOptions } from '../../lib/time-zones.ts'
import { useAdmin } from '../admin-frame.tsx'
import { ContentsList } from './contents-list.tsx'
import { useContents, usePlacesChanged } from './use-places.ts'
import css from '../admin.module.css'

export interface PlaceDialogProps {
  place: Place
  onClose: () => void
}

interface FrameProps {
  title: string
  onClose: () => void
  confirmLabel: string
  isBusy: boolean
  isDisabled?: boolean
  isDanger?: boolean
  onConfirm: () => void
  children: ReactNode
}

function Frame({
  title,
  onClose,
  confirmLabel,
  isBusy,
  isDisabled = false,
  isDanger = false,
  onConfirm,
  children,
}: FrameProps) {
  const { t } = useUi()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size="medium"
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind={isDanger ? 'danger' : 'primary'} isPending={isBusy} isDisabled={isDisabled} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

export function RenameDialog({ place: { kind, id, name }, onClose }: PlaceDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = usePlacesChanged()
  const title = t('admin:places.renameTitle', { name })
  const form = useForm({
    initial: { name },
    rules: { name: [...nameRules, atMost(200)] },
    async onSubmit(values) {
      try {
        await api.places.rename(kind, id, values.name.trim())
      } catch (cause) {
        throw new FieldErrors({ name: say(cause) })
      }
      toasts.success(t('admin:saved', { name: values.name.trim() }))
      onClose()
      void changed()
    },
  })
  return (
    <Frame
      title={title}
      onClose={onClose}
      confirmLabel={t('admin:places.rename')}
      isBusy={form.isSaving}
      onConfirm={() => void form.submit()}
    >
      <Form form={form} label={title}>
        <TextField label={t('admin:name')} isRequired maxLength={200} {...form.field('name')} />
      </Form>
    </Frame>
  )
}

export function TimeZoneDialog({ place: { id, name, timeZone, hours, firstDay, lastDay }, onClose }: PlaceDialogProps) {
  const { t, format, locale } = useUi()
  const { api, say } = useAdmin()
  const changed = usePlacesChanged()
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

export function CloseDialog({ place: { id, name, closedOn, lastDay }, onClose }: PlaceDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = usePlacesChanged()
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

interface RemoveDialogProps {
  place: Pick<Place, 'kind' | 'id' | 'name'>
  onClose: () => void
  onRemoved?: () => void
}

export function RemoveDialog({ place, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = usePlacesChanged()
  const contents = useContents(place)
  const [isBusy, setBusy] = useState(false)
  const { kind, id, name } = place
  const active = contents.data?.activeFootscans ?? 0
  const remove = async () => {
    setBusy(true)
    try {
      await api.places.remove(kind, id)
      toasts.success(t('admin:places.removed', { name }))
      onClose()
      onRemoved?.()
      void changed(place)
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame
      title={t('admin:removeName', { name })}
      onClose={onClose}
      confirmLabel={t('admin:remove')}
      isBusy={isBusy}
      isDanger
      isDisabled={contents.data === undefined || active > 0}
      onConfirm={() => void remove()}
    >
      <QueryState of={contents} isEmpty={() => false}>
        {(all) => (
          <div className={css.stack}>
            {active > 0 ? (
              <Notice kind="warn">{t('admin:places.inUse', { count: active })}</Notice>
            ) : (
              <p>{t('admin:places.removeText')}</p>
            )}
            <ContentsList contents={all} />
          </div>
        )}
      </QueryState>
    </Frame>
  )
}

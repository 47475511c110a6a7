/** A row that could not be counted, as the hour that a person says it is. */
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import { Button, DateField, Dialog, EntitySelector, NumberField, Notice, Select, toasts, useUi } from '#ui'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { cellsOf } from './cells.ts'
import { useFieldMap } from './use-places.ts'
import admin from '../admin.module.css'
import own from './places.module.css'

const COUNTS = ['ins', 'visits', 'bounces', 'far', 'fro', 'tickets'] as const
type Counts = Partial<Record<(typeof COUNTS)[number], number>>

export interface ReleaseDialogProps {
  row: QuarantinedRow
  onClose: () => void
  onDone: () => void
}

export function ReleaseDialog({ row, onClose, onDone }: ReleaseDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const { suggestion } = row
  const [picked, setPicked] = useState(suggestion.local)
  const [area, setArea] = useState<number | null>(suggestion.area)
  const [day, setDay] = useState(suggestion.day)
  const [hour, setHour] = useState<number | null>(suggestion.hour)
  const [isSecond, setSecond] = useState(suggestion.fold === 1)
  const [counts, setCounts] = useState<Counts>(suggestion.counts)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const places = useFieldMap(row.client === 0 ? null : row.client).data
  const locals = useMemo(() => (places ?? []).filter(({ kind }) => kind === 'local'), [places])
  // The file names the place, mostly as its venue is called.
  const named = useMemo(() => {
    const values = cellsOf(row.row).map(([, value]) => value.trim().toLowerCase())
    const found = locals.filter(({ name }) => values.includes(name.trim().toLowerCase()))
    return found.length === 1 ? (found[0]?.id ?? null) : null
  }, [locals, row])
  const local = picked ?? named
  const areas = (places ?? []).filter((place) => place.kind === 'area' && place.local === local)
  const chosen = area ?? (areas.length === 1 ? (areas[0]?.id ?? null) : null)
  const isReady = local !== null && chosen !== null && day !== null && hour !== null && Object.keys(counts).length > 0
  const release = async () => {
    if (local === null || chosen === null || day === null || hour === null) return
    setBusy(true)
    try {
      await api.quarantine.release(row.id, {
        local,
        area: chosen,
        day,
        hour,
        ...(isSecond && { fold: 1 as const }),
        counts,
      })
      toasts.success(t('admin:quarantine.released'))
      onClose()
      onDone()
    } catch (cause) {
      setError(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title={t('admin:quarantine.releaseTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="primary" isPending={isBusy} isDisabled={!isReady} onPress={() => void release()}>
            {t('admin:quarantine.count')}
          </Button>
        </>
      }
    >
      <div className={admin.stack}>
        {error !== null && <Notice kind="bad">{error}</Notice>}
        <dl className={own.cells}>
          {cellsOf(row.row).map(([name, value]) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name} value`}>{value}</dd>,
          ])}
        </dl>
        <div className={own.fields}>
          <EntitySelector
            label={t('fleet:local')}
            isRequired
            items={locals.map(({ id, name, code }) => ({ id, name, ...(code !== null && { hint: code }) }))}
            value={local}
            onChange={(next) => {
              setPicked(next)
              setArea(null)
            }}
          />
          <Select
            label={t('fleet:area')}
            isRequired
            options={[
              ...areas.map(({ id, name }) => ({ id, label: name })),
              ...(areas.length === 0 ? [{ id: 0, label: t('admin:quarantine.whole') }] : []),
            ]}
            value={chosen}
            onChange={setArea}
            isDisabled={local === null}
          />
          <DateField label={t('admin:quarantine.day')} isRequired value={day} onChange={setDay} />
          <NumberField label={t('admin:quarantine.hour')} isRequired min={0} max={23} value={hour} onChange={setHour} />
          <Select
            label={t('admin:quarantine.pass')}
            options={[
              { id: 'first', label: t('admin:quarantine.first') },
              { id: 'second', label: t('admin:quarantine.second') },
            ]}
            value={isSecond ? 'second' : 'first'}
            onChange={(next) => setSecond(next === 'second')}
          />
          <CountFields counts={counts} onChange={setCounts} />
        </div>
      </div>
    </Dialog>
  )
}

function CountFields({ counts, onChange }: { counts: Counts; onChange: (counts: Counts) => void }) {
  const { t } = useUi()
  const count = (name: (typeof COUNTS)[number], value: number | null) =>
    onChange(
      Object.fromEntries(
        COUNTS.flatMap((one) => {
          const next = one === name ? value : (counts[one] ?? null)
          return next === null ? [] : [[one, next]]
        }),
      ),
    )
  return (
    <>
      {COUNTS.map((name) => (
        <NumberField
          key={name}
          label={t(`admin:quarantine.counts.${name}`)}
          value={counts[name] ?? null}
          onChange={(value) => count(name, value)}
        />
      ))}
    </>
  )
}

/** One place becomes part of another: what both have is shown, and decided, before anything happens. */
import { tableDate } from '#domain/moment'
import type { PlaceMergePreview } from '#schemas/generated/entities/place-merge-preview.ts'
import type { Place } from '#schemas/generated/entities/place.ts'
import { Button, Dialog, EntitySelector, Notice, QueryState, SegmentedControl, toasts, useUi } from '#ui'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { ContentsList } from './contents-list.tsx'
import { useMergePreview, useFieldMapChanged } from './use-places.ts'
import css from '../admin.module.css'
import own from './places.module.css'

const CHOICES = ['keep', 'take', 'sum'] as const
type Both = (typeof CHOICES)[number]

export interface MergeDialogProps {
  place: Place
  /** Places of its kind into which it could go. */
  others: readonly Place[]
  onClose: () => void
  /** @param into id of the place that it is part of now */
  onMerged: (into: number) => void
}

export function MergeDialog({ place, others, onClose, onMerged }: MergeDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = useFieldMapChanged()
  const [into, setInto] = useState<number | null>(null)
  const [both, setBoth] = useState<Both | null>(null)
  const [isBusy, setBusy] = useState(false)
  const preview = useMergePreview(place, into)
  const items = useMemo(
    () => others.map(({ id, name, code }) => ({ id, name, ...(code !== null && { hint: code }) })),
    [others],
  )
  const data = into === null ? undefined : preview.data
  const mustChoose = data !== undefined && data.bothHours > data.equalHours
  const isReady = data !== undefined && data.obstacles.length === 0 && (!mustChoose || both !== null)
  const merge = async () => {
    if (into === null) return
    setBusy(true)
    try {
      const { name } = await api.places.merge(place.kind, place.id, { into, ...(both !== null && { both }) })
      toasts.success(t('admin:places.merged', { from: place.name, into: name }))
      onClose()
      onMerged(into)
      void changed(place)
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin:places.mergeTitle', { name: place.name })}
      size="large"
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="danger" isPending={isBusy} isDisabled={!isReady} onPress={() => void merge()}>
            {t('admin:places.merge')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <EntitySelector
          label={t('admin:places.mergeInto')}
          help={t(`admin:places.mergeHelp.${place.kind}`)}
          isRequired
          items={items}
          value={into}
          onChange={(next) => {
            setInto(next)
            setBoth(null)
          }}
        />
        {into !== null && (
          <QueryState of={preview} isEmpty={() => false}>
            {(found) => <Preview preview={found} both={both} onChoose={setBoth} />}
          </QueryState>
        )}
      </div>
    </Dialog>
  )
}

function Preview({
  preview,
  both,
  onChoose,
}: {
  preview: PlaceMergePreview
  both: Both | null
  onChoose: (both: Both) => void
}) {
  const { t, format } = useUi()
  const many = (count: number) => format.exact(count, 'count')
  const { from, into, obstacles, areas, bothHours, equalHours, bothFirstDay, bothLastDay, fromIns, intoIns } = preview
  if (obstacles.length > 0) {
    return (
      <Notice kind="warn" title={t('admin:places.cannotMerge')}>
        <ul className={own.list}>
          {obstacles.map((one) => (
            <li key={one}>{t(`admin:places.obstacle.${one}`)}</li>
          ))}
        </ul>
      </Notice>
    )
  }
  const outcome = { keep: intoIns, take: fromIns, sum: fromIns + intoIns }
  return (
    <>
      {bothHours > 0 && (
        <section className={own.choice} aria-label={t('admin:places.both')}>
          <h3>{t('admin:places.both')}</h3>
          <p>
            {t('admin:places.bothText', {
              hours: many(bothHours),
              equal: many(equalHours),
              first: tableDate(bothFirstDay),
              last: tableDate(bothLastDay),
            })}
          </p>
          {bothHours > equalHours && (
            <>
              <SegmentedControl
                label={t('admin:places.both')}
                segments={CHOICES.map((id) => ({
                  id,
                  label: t(`admin:places.choice.${id}`, { from: from.name, into: into.name }),
                }))}
                value={both}
                onChange={onChoose}
              />
              <p className={own.outcome} aria-live="polite">
                {both === null
                  ? t('admin:places.choose', { from: many(fromIns), into: many(intoIns) })
                  : t('admin:places.outcome', { ins: many(outcome[both]) })}
              </p>
            </>
          )}
        </section>
      )}
      {areas.length > 0 && (
        <section>
          <h3>{t('admin:places.areas')}</h3>
          <ul className={own.list}>
            {areas.map(({ area, name, into: taker }) => (
              <li key={area}>{t(taker === null ? 'admin:places.areaMoves' : 'admin:places.areaJoins', { name })}</li>
            ))}
          </ul>
        </section>
      )}
      <div className={own.sides}>
        <section>
          <h3>{t('admin:places.goesAway', { name: from.name })}</h3>
          <ContentsList contents={from} />
        </section>
        <section>
          <h3>{t('admin:places.remains', { name: into.name })}</h3>
          <ContentsList contents={into} />
        </section>
      </div>
      <p>{t(`admin:places.mergeNote.${from.kind}`)}</p>
    </>
  )
}

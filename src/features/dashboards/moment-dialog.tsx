/** Saving a moment: what is in the file is said before it is made. */
import type { Dashboard } from '#engine'
import { MOMENT_BYTES, type MomentRequest, momentOf, momentText } from '#engine/core/run/moment'
import { Button, Dialog, Notice, Select, toasts, useUi } from '#ui'
import { useMemo, useState } from 'react'
import css from './dashboards.module.css'

export interface MomentDialogProps {
  dashboard: Dashboard
  /** Hands a file to the reader. */
  save: (name: string, content: Blob) => void
  onClose: () => void
}

const WHOLE = '*'

/** `2026-11-22T09:30:00.000Z` -> `20261122-0930`. */
const stamp = (iso: string) => iso.slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')

export default function MomentDialog({ dashboard, save, onClose }: MomentDialogProps) {
  const { t, locale, format } = useUi()
  // The page changes below; the moment when the dialog was opened is saved.
  const [{ shown, now }] = useState(() => ({ shown: dashboard.store.getState(), now: Date.now() }))
  const ready = useMemo(
    () =>
      dashboard.model.sections.flatMap(({ widgets }) => widgets).filter((id) => shown.widgets[id]?.kind === 'ready'),
    [dashboard, shown],
  )
  const [chosen, setChosen] = useState(WHOLE)
  const file = useMemo(() => {
    const moment = momentOf({
      dashboard: { ...dashboard, store: { ...dashboard.store, getState: () => shown } },
      widgets: chosen === WHOLE ? ready : [chosen],
      locale: locale as MomentRequest['locale'],
      now,
    })
    if (moment === null) return null
    const content = new Blob([momentText(moment)], { type: 'application/json' })
    const [first] = moment.widgets
    const rows = moment.widgets
      .flatMap(({ frames }) => Object.values(frames))
      .reduce<number>((sum, frame) => sum + Number('rows' in frame ? frame.rows : 0), 0)
    const name = `${chosen === WHOLE ? moment.dashboard : (first?.type ?? 'widget')}-${stamp(moment.savedAt)}.json`
    return { name, content, rows, type: chosen === WHOLE ? '…' : (first?.type ?? '…') }
  }, [dashboard, shown, ready, chosen, locale, now])

  const kilobytes = (bytes: number) => format.exact(Math.ceil(bytes / 1024), 'count')
  const isTooLarge = file !== null && file.content.size > MOMENT_BYTES
  const keep = () => {
    if (file === null) return
    save(file.name, file.content)
    toasts.success(t('dashboard:moment.done', { file: file.name }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t('dashboard:moment.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button kind="primary" isDisabled={file === null || isTooLarge} onPress={keep}>
            {t('dashboard:moment.save')}
          </Button>
        </>
      }
    >
      {file === null ? (
        <Notice kind="info">{t('dashboard:moment.nothing')}</Notice>
      ) : (
        <div className={css.stack}>
          <Select
            label={t('dashboard:moment.what')}
            value={chosen}
            onChange={(id) => setChosen(id ?? WHOLE)}
            options={[
              { id: WHOLE, label: t('dashboard:moment.whole', { count: ready.length }) },
              ...ready.map((id) => ({ id, label: dashboard.widgets[id]?.title ?? id })),
            ]}
          />
          <ul className={css.facts}>
            <li>
              {t('dashboard:moment.has', {
                rows: t('dashboard:moment.rows', { count: file.rows, rows: format.exact(file.rows, 'count') }),
              })}
            </li>
            <li>{t('dashboard:moment.names')}</li>
            <li>{t('dashboard:moment.care')}</li>
            <li>{t('dashboard:moment.use', { type: file.type })}</li>
          </ul>
          {isTooLarge ? (
            <Notice kind="bad">
              {t('dashboard:moment.tooLarge', { kb: kilobytes(file.content.size), max: kilobytes(MOMENT_BYTES) })}
            </Notice>
          ) : (
            <p className={css.note}>
              {file.name} · {t('dashboard:moment.size', { kb: kilobytes(file.content.size) })}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

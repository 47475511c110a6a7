/** Annotations: a text at a day or a range, drawn on every chart of that time; written, listed, changed, removed. */
import { daysText } from '#domain/periods'
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Dashboard } from '#engine'
import { pageClient } from '#engine/core/run/page-client'
import { Button, confirmAndRun, DateRangePicker, Dialog, IconButton, Notice, Select, Skeleton } from '#ui'
import { TextField, toasts, useUi } from '#ui'
import { EditIcon, TrashIcon } from '#ui/icons/index.tsx'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AnnotationsPorts } from './ports.ts'
import css from './viewing.module.css'

export interface AnnotationsDialogProps {
  dashboard: Dashboard
  ports: AnnotationsPorts
  onClose: () => void
}

export function AnnotationsDialog({ dashboard, ports, onClose }: AnnotationsDialogProps) {
  const { t } = useUi()
  const client = useStore(dashboard.store, () => pageClient(dashboard))
  const [edited, setEdited] = useState<Annotation | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const { api, dashboard: id, onAll, all } = ports
  const read = () =>
    api.list(id).then(
      (found) => {
        setFailed(false)
        onAll(found)
      },
      () => setFailed(true),
    )
  useEffect(() => {
    let current = true
    api.list(id).then(
      (found) => {
        if (current) onAll(found)
      },
      () => {
        if (current) setFailed(true)
      },
    )
    return () => {
      current = false
    }
  }, [api, id, onAll])
  const shown = all?.filter((one) => client === null || one.client === client)
  return (
    <Dialog isOpen onClose={onClose} size="medium" title={t('app:dashboard.annotations')}>
      <div className={css.stack}>
        <AnnotationForm
          key={edited?.id ?? 'new'}
          ports={ports}
          client={client}
          of={edited}
          onDone={() => {
            setEdited(null)
            void read()
          }}
          onCancel={edited === null ? undefined : () => setEdited(null)}
        />
        {hasFailed && <Notice kind="warn">{t('viewing:notes.failed')}</Notice>}
        {shown === undefined ? (
          !hasFailed && <Skeleton shape="table" />
        ) : (
          <AnnotationList all={shown} ports={ports} onEdit={setEdited} onChanged={() => void read()} />
        )}
      </div>
    </Dialog>
  )
}

interface FormProps {
  ports: AnnotationsPorts
  /** Of the page; null: it is chosen here. */
  client: number | null
  of: Annotation | null
  onDone: () => void
  onCancel: (() => void) | undefined
}

function AnnotationForm({ ports, client, of, onDone, onCancel }: FormProps) {
  const { t } = useUi()
  const [days, setDays] = useState<{ begin: string; end: string } | null>(of)
  const [text, setText] = useState(of?.text ?? '')
  const [chosen, setChosen] = useState<number | null>(null)
  const target = of?.client ?? client ?? chosen
  const clients = useClients(ports, client === null)
  const [isAsked, setAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const missing = (isMissing: boolean) => (isAsked && isMissing ? t('viewing:required') : null)
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    setAsked(true)
    if (days === null || text.trim() === '' || target === null) return
    setSaving(true)
    setError(null)
    try {
      const content = { client: target, begin: days.begin, end: days.end, text: text.trim() }
      if (of === null) await ports.api.add({ ...content, dashboard: ports.dashboard })
      else await ports.api.change(of.id, { ...content, updatedAt: of.updatedAt })
      toasts.success(t('viewing:notes.saved'))
      setText('')
      setAsked(false)
      onDone()
    } catch (cause) {
      setError(ports.say(cause))
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className={css.form} onSubmit={(event) => void save(event)}>
      {client === null && of === null && (
        <Select
          label={t('viewing:notes.client')}
          options={clients.map(({ id, name }) => ({ id, label: name }))}
          value={chosen}
          onChange={setChosen}
          error={missing(chosen === null)}
        />
      )}
      <DateRangePicker
        label={t('viewing:notes.days')}
        help={t('viewing:notes.daysHelp')}
        value={days}
        onChange={setDays}
        error={missing(days === null)}
      />
      <TextField
        label={t('viewing:notes.text')}
        maxLength={300}
        value={text}
        onChange={setText}
        error={missing(text.trim() === '')}
      />
      {error !== null && <Notice kind="bad">{error}</Notice>}
      <div className={css.buttons}>
        <Button kind="primary" type="submit" isPending={isSaving}>
          {t(of === null ? 'viewing:notes.add' : 'viewing:notes.save')}
        </Button>
        {onCancel !== undefined && <Button onPress={onCancel}>{t('viewing:cancel')}</Button>}
      </div>
    </form>
  )
}

function useClients({ clients: ask }: AnnotationsPorts, isWanted: boolean): readonly Client[] {
  const [clients, setClients] = useState<readonly Client[]>([])
  useEffect(() => {
    if (!isWanted) return undefined
    let current = true
    ask().then(
      (found) => {
        if (current) setClients(found)
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [ask, isWanted])
  return clients
}

interface ListProps {
  all: readonly Annotation[]
  ports: AnnotationsPorts
  onEdit: (annotation: Annotation) => void
  onChanged: () => void
}

function AnnotationList({ all, ports, onEdit, onChanged }: ListProps) {
  const { t, locale } = useUi()
  if (all.length === 0) return <p className={css.hint}>{t('viewing:notes.none')}</p>
  const remove = ({ id, text }: Annotation) =>
    void confirmAndRun({
      question: t('viewing:notes.removeQuestion', { text }),
      isDanger: true,
      errorText: ports.say,
      run: async () => {
        await ports.api.remove(id)
        onChanged()
      },
    })
  return (
    <ul className={css.list} aria-label={t('viewing:notes.list')}>
      {all.map((one) => (
        <li key={one.id} className={css.row}>
          <span className={css.text}>
            <strong>{one.text}</strong>
            <span className={css.hint}>
              {[daysText(one, locale), ...(one.ownerName === null || one.isMine ? [] : [one.ownerName])].join(' · ')}
            </span>
          </span>
          {one.mayChange && (
            <span className={css.more}>
              <IconButton
                plain
                size="small"
                label={t('viewing:notes.editOf', { text: one.text })}
                icon={<EditIcon />}
                onPress={() => onEdit(one)}
              />
              <IconButton
                plain
                size="small"
                label={t('viewing:notes.removeOf', { text: one.text })}
                icon={<TrashIcon />}
                onPress={() => remove(one)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

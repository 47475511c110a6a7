import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import { Button, DateRangePicker, Notice, Select } from '#ui'
import { TextField, toasts, useUi } from '#ui'
import { type SyntheticEvent, useEffect, useState } from 'react'
import type { AnnotationsPorts } from './ports.ts'
import css from './viewing.module.css'

interface FormProps {
  ports: AnnotationsPorts
  /** Of the page; null: it is chosen here. */
  client: number | null
  of: Annotation | null
  onDone: () => void
  onCancel: (() => void) | undefined
}

export function AnnotationForm({ ports, client, of, onDone, onCancel }: FormProps) {
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

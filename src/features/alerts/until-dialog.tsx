/** Until when: for the mails about an alert, or those of a rule. */
import type { AlertSnooze } from '#schemas/generated/api/alert-snooze.ts'
import { Button, DateField, Dialog, Notice, Select, TextField, useUi } from '#ui'
import { useState } from 'react'
import css from './alerts.module.css'

type Span = NonNullable<AlertSnooze['span']>
const SPANS: readonly Span[] = ['hour', 'fourHours', 'tomorrow', 'week']
const HOUR_MS = 3_600_000
const MORNING = 9

/** A span, or a moment that was chosen: epoch ms. */
type Until = { readonly span: Span } | { readonly until: number }

const morningOf = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, MORNING).getTime()
}

/** Epoch ms of the end, where the reader is. */
export function endOf(until: Until, now: number): number {
  if ('until' in until) return until.until
  const tomorrow = new Date(now)
  tomorrow.setDate(tomorrow.getDate() + 1)
  tomorrow.setHours(MORNING, 0, 0, 0)
  const ends: Record<Span, number> = {
    hour: now + HOUR_MS,
    fourHours: now + 4 * HOUR_MS,
    tomorrow: tomorrow.getTime(),
    week: now + 7 * 24 * HOUR_MS,
  }
  return ends[until.span]
}

interface UntilDialogProps {
  title: string
  note: string
  /** With a line for the reason. */
  hasReason: boolean
  /** Rejects with a sentence that may be shown. */
  save: (until: Until, reason: string) => Promise<void>
  onClose: () => void
}

export function UntilDialog({ title, note, hasReason, save, onClose }: UntilDialogProps) {
  const { t } = useUi()
  const [choice, setChoice] = useState<Span | 'day'>('hour')
  const [day, setDay] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const until: Until | null = choice !== 'day' ? { span: choice } : day === null ? null : { until: morningOf(day) }
  const submit = async () => {
    if (until === null) return
    setSaving(true)
    setError(null)
    try {
      await save(until, reason)
      onClose()
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
      setSaving(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t('alerts:watch.cancel')}</Button>
          <Button kind="primary" isDisabled={until === null || isSaving} onPress={() => void submit()}>
            {title}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p className={css.over}>{note}</p>
        <Select
          label={t('alerts:act.until')}
          options={[...SPANS, 'day' as const].map((id) => ({ id, label: t(`alerts:act.${id}`) }))}
          value={choice}
          onChange={(next) => setChoice(next ?? 'hour')}
        />
        {choice === 'day' && <DateField label={t('alerts:act.chosenDay')} value={day} onChange={setDay} />}
        {hasReason && <TextField label={t('alerts:act.reason')} value={reason} onChange={setReason} maxLength={300} />}
        {error !== null && <Notice kind="warn">{error}</Notice>}
      </div>
    </Dialog>
  )
}

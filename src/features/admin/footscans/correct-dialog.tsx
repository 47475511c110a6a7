/** A reading in quarantine, corrected by a person field by field, and counted. */
import { isRecord } from '#domain/record'
import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'
import { Button, Dialog, FieldErrors, Form, TextField, type Translate, useForm, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { useFleet } from '../hubble/fleet-frame.tsx'
import { reasonText } from '../hubble/reason-text.ts'
import { cellsOf } from '../places/cells.ts'
import { fieldOfReason, hasFields, isAllInFields, readingOf, type ReadingValues, valuesOf } from './reading-values.ts'
import places from '../places/places.module.css'
import admin from '../admin.module.css'
import css from './footscans.module.css'
import { Fields } from './correct-fields.tsx'
import { rulesOf } from './correct-rules.tsx'

export interface CorrectDialogProps {
  row: QuarantinedReading
  onClose: () => void
  onDone: () => void
}

export function CorrectDialog(props: CorrectDialogProps) {
  return hasFields(props.row) ? <FieldsDialog {...props} /> : <JsonDialog {...props} />
}

/** A refusal that says why it would be quarantined again is at the field that it is about. */
function refusalAt(cause: unknown, values: ReadingValues, t: Translate): FieldErrors | null {
  const { code, details } = isRecord(cause) ? cause : {}
  const reason = code === 'QUARANTINE_KEPT' && isRecord(details) ? details.reason : undefined
  if (typeof reason !== 'string') return null
  const field = fieldOfReason(reason, values)
  return field === null ? null : new FieldErrors({ [field]: reasonText(reason, t) })
}

function FieldsDialog({ row, onClose, onDone }: CorrectDialogProps) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const initial = valuesOf(row)
  const form = useForm<ReadingValues>({
    initial,
    rules: rulesOf(t),
    errorText: say,
    onSubmit: async (values) => {
      const device = values.device.trim()
      try {
        await api.release(row.id, {
          reading: readingOf(values, row.reading),
          ...(device !== row.device && { mac: device }),
        })
      } catch (cause) {
        throw refusalAt(cause, values, t) ?? cause
      }
      onClose()
      onDone()
    },
  })
  const title = t('fleet:quarantine.correctTitle', { device: row.device })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="primary" isPending={form.isSaving} onPress={() => void form.submit()}>
            {t('fleet:quarantine.release')}
          </Button>
        </>
      }
    >
      <Form form={form} label={title}>
        <div className={`${admin.stack} ${css.whole}`}>
          {!isAllInFields(row) && (
            <dl className={places.cells}>
              {cellsOf(row.reading).map(([name, value]) => [
                <dt key={name}>{name}</dt>,
                <dd key={`${name} value`}>{value}</dd>,
              ])}
            </dl>
          )}
          <Fields form={form} row={row} initial={initial} />
        </div>
      </Form>
    </Dialog>
  )
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** A reading that does not fit the fields. */
function JsonDialog({ row, onClose, onDone }: CorrectDialogProps) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const form = useForm({
    initial: { text: JSON.stringify(row.reading, null, 2) },
    rules: { text: (text) => (parsed(text) === null ? t('fleet:quarantine.notJson') : null) },
    onSubmit: async ({ text }) => {
      const reading = parsed(text)
      if (reading === null) return
      try {
        await api.release(row.id, { reading })
      } catch (cause) {
        throw new FieldErrors({ text: say(cause) })
      }
      onClose()
      onDone()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('fleet:quarantine.correctTitle', { device: row.device })}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="primary" isPending={form.isSaving} onPress={() => void form.submit()}>
            {t('fleet:quarantine.release')}
          </Button>
        </>
      }
    >
      <Form form={form} label={t('fleet:quarantine.correctTitle', { device: row.device })}>
        <div className={css.json}>
          <TextField
            label={t('fleet:quarantine.reading')}
            rows={12}
            help={t('fleet:quarantine.correctHelp')}
            {...form.field('text')}
          />
        </div>
      </Form>
    </Dialog>
  )
}

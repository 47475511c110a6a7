/** A reading in quarantine, corrected by a person field by field, and counted. */
import { strictMac } from '#domain/mac'
import { isRecord } from '#domain/record'
import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'
import {
  Button,
  Checkbox,
  Dialog,
  FieldErrors,
  Form,
  type FormApi,
  mandatory,
  MomentField,
  NumberField,
  type Rules,
  Select,
  TextField,
  type Translate,
  useForm,
  useUi,
} from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { useFleet } from '../hubble/fleet-frame.tsx'
import { reasonText } from '../hubble/reason-text.ts'
import { cellsOf } from '../places/cells.ts'
import {
  fieldOfReason,
  hasFields,
  isAllInFields,
  type MomentName,
  MOMENTS,
  type NumberName,
  NUMBERS,
  numberReason,
  READING_KINDS,
  readingOf,
  type ReadingValues,
  valuesOf,
  wrongAtoms,
} from './reading-values.ts'
import places from '../places/places.module.css'
import admin from '../admin.module.css'
import css from './footscans.module.css'

const HOUR_MS = 3_600_000
const EUI64 = /^[0-9A-F]{16}$/i

export interface CorrectDialogProps {
  row: QuarantinedReading
  onClose: () => void
  onDone: () => void
}

export function CorrectDialog(props: CorrectDialogProps) {
  return hasFields(props.row) ? <FieldsDialog {...props} /> : <JsonDialog {...props} />
}

const isDevice = (text: string) => strictMac(text) !== null || EUI64.test(text.trim().replaceAll(/[:-]/g, ''))

function rulesOf(t: Translate): Rules<ReadingValues> {
  const moment =
    (name: MomentName) =>
    (value: number | null, { kind }: ReadingValues) =>
      kind !== null && MOMENTS[kind].includes(name) ? mandatory(value) : null
  const number = (name: NumberName) => (value: number | null, values: ReadingValues) => {
    const { kind } = values
    if (kind === null || !NUMBERS[kind].includes(name)) return null
    if (kind === 'heartbeat')
      return value === null || (value >= 0 && value <= 100) ? null : t('fleet:quarantine.batteryInvalid')
    const reason = numberReason(value)
    if (reason !== null) return reasonText(reason, t)
    // Nothing at all would be counted.
    const isNothing = NUMBERS[kind][0] === name && NUMBERS[kind].every((one) => values[one] === null)
    return isNothing && values.atoms.trim() === '' ? mandatory(value) : null
  }
  return {
    device: [mandatory, (text) => (isDevice(text) ? null : t('fleet:quarantine.deviceInvalid'))],
    kind: mandatory,
    start: moment('start'),
    end: [
      moment('end'),
      (end, { kind, start }) =>
        kind === 'count' && end !== null && start !== null && end <= start ? reasonText('INTERVAL_INVALID', t) : null,
    ],
    at: moment('at'),
    in: number('in'),
    out: number('out'),
    totalIn: number('totalIn'),
    totalOut: number('totalOut'),
    people: number('people'),
    battery: number('battery'),
    atoms: (text) => {
      const wrong = wrongAtoms(text)
      return wrong === null ? null : t('fleet:quarantine.atomsInvalid', { line: wrong })
    },
  }
}

/** A refusal that says why it would be set apart again stands at the field that it is about. */
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

interface FieldsProps {
  form: FormApi<ReadingValues>
  row: QuarantinedReading
  initial: ReadingValues
}

function Fields({ form, row: { reason, learntAt }, initial }: FieldsProps) {
  const { t } = useUi()
  const { kind, start, end, isSpread } = form.values
  // Why it was set apart, at the field that says so, until that is another one.
  const apart = fieldOfReason(reason, initial)
  const bound = <K extends keyof ReadingValues>(name: K) => {
    const binding = form.field(name)
    const isAsItCame = name === apart && Object.is(form.values[name], initial[name])
    return { ...binding, error: binding.error ?? (isAsItCame ? reasonText(reason, t) : null) }
  }
  const isLong = kind === 'count' && start !== null && end !== null && end - start > HOUR_MS
  return (
    <div className={css.fields}>
      <TextField label={t('fleet:mac')} isRequired {...bound('device')} />
      <Select
        label={t('fleet:quarantine.kind')}
        isRequired
        options={READING_KINDS.map((id) => ({ id, label: t(`fleet:quarantine.kinds.${id}`) }))}
        {...bound('kind')}
      />
      {kind !== null && (
        <>
          {MOMENTS[kind].map((name) => (
            <MomentField
              key={name}
              label={t(`fleet:quarantine.fields.${name}`)}
              isRequired
              near={learntAt}
              {...bound(name)}
            />
          ))}
          {NUMBERS[kind].map((name) => (
            <NumberField
              key={name}
              label={t(`fleet:quarantine.fields.${name}`)}
              isRequired={kind === 'occupancy'}
              {...bound(name)}
            />
          ))}
          {kind !== 'heartbeat' && <TextField label={t('fleet:quarantine.line')} maxLength={200} {...bound('line')} />}
          {(isLong || isSpread) && (
            <div className={css.whole}>
              <Checkbox isSelected={isSpread} onChange={(next) => form.set('isSpread', next)}>
                {t('fleet:quarantine.spread')}
              </Checkbox>
            </div>
          )}
          {kind === 'count' && initial.atoms !== '' && (
            <div className={css.whole}>
              <TextField
                label={t('fleet:quarantine.atoms')}
                rows={4}
                help={t('fleet:quarantine.atomsHelp')}
                {...bound('atoms')}
              />
            </div>
          )}
        </>
      )}
    </div>
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

/** What no fields can hold. */
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

import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'
import { Checkbox, type FormApi, MomentField, NumberField, Select, TextField, useUi } from '#ui'
import { reasonText } from '../hubble/reason-text.ts'
import { fieldOfReason, MOMENTS, NUMBERS, READING_KINDS, type ReadingValues } from './reading-values.ts'
import css from './footscans.module.css'

const HOUR_MS = 3_600_000

interface FieldsProps {
  form: FormApi<ReadingValues>
  row: QuarantinedReading
  initial: ReadingValues
}

export function Fields({ form, row: { reason, learntAt }, initial }: FieldsProps) {
  const { t } = useUi()
  const { kind, start, end, isSpread } = form.values
  // Why it was quarantined, at the field that says so, until that is another one.
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

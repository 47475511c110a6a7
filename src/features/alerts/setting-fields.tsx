import { ALERT_RULES } from '#domain/alert-rules'
import { type FormApi, NumberField, TextField, useUi } from '#ui'
import { type RuleValues, settingProblem } from './rule-values.ts'

/** When a rule of this kind fires. */
export function SettingFields({ form }: { form: FormApi<RuleValues> }) {
  const { t } = useUi()
  const { kind, settings } = form.values
  return (
    <>
      {Object.entries(ALERT_RULES[kind].settings).map(([name, setting]) => {
        const value = settings[name] ?? null
        const error = form.errorOf('settings') === null ? null : settingProblem(setting, value, t)
        const change = (next: number | string | null) => form.set('settings', { ...settings, [name]: next })
        const label = t(`alerts:setting.${name}`)
        return setting.type === 'time' ? (
          <TextField
            key={name}
            label={label}
            isRequired
            value={String(value ?? '')}
            onChange={change}
            error={error}
            maxLength={5}
          />
        ) : (
          <NumberField
            key={name}
            label={label}
            isRequired
            value={typeof value === 'number' ? value : null}
            onChange={change}
            error={error}
            min={setting.min}
            max={setting.max}
          />
        )
      })}
    </>
  )
}

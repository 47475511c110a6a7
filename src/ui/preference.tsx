/** A line of the preferences: what it is, what it does, and the switch that acts at once. */
import { type ReactNode, useId } from 'react'
import { Switch } from './checkbox.tsx'
import { useUi } from './provider.tsx'
import css from './preference.module.css'

export interface PreferenceRowProps {
  label: string
  help?: ReactNode
  /** A switch, a picker: named by the label through `labelId`. */
  children: ReactNode
  labelId?: string
}

export function PreferenceRow({ label, help, children, labelId }: PreferenceRowProps) {
  return (
    <div className={css.row}>
      <div className={css.words}>
        <span id={labelId} className={css.label}>
          {label}
        </span>
        {help !== undefined && <span className={css.help}>{help}</span>}
      </div>
      <div className={css.control}>{children}</div>
    </div>
  )
}

export interface PreferenceSwitchProps {
  label: string
  help?: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
}

export function PreferenceSwitch({ label, help, ...rest }: PreferenceSwitchProps) {
  const id = useId()
  return (
    <PreferenceRow label={label} help={help} labelId={id}>
      <Switch aria-labelledby={id} {...rest} />
    </PreferenceRow>
  )
}

/** "Auto filter results?" (spec 1, section 2): a changed filter acts at once, or waits for a button. */
export function AutoFilterPreference(props: Pick<PreferenceSwitchProps, 'isSelected' | 'onChange' | 'isDisabled'>) {
  const { t } = useUi()
  return (
    <PreferenceSwitch label={t('ui.preferences.autoFilter')} help={t('ui.preferences.autoFilterHelp')} {...props} />
  )
}

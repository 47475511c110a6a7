import { Checkbox, type FormApi, TextField, useUi } from '#ui'
import css from './hubble.module.css'

export interface PasswordValues {
  readonly password: string
  readonly withoutPassword: boolean
}
export const NO_PASSWORD: PasswordValues = { password: '', withoutPassword: false }

/** The value to send: left out = the stored one stays, null = none. */
export const passwordOf = ({ password, withoutPassword }: PasswordValues): { password?: string | null } =>
  withoutPassword ? { password: null } : password === '' ? {} : { password }

/** A password that is stored can be replaced or taken away, never read. */
export function PasswordField<T extends PasswordValues & object>({
  form,
  hasPassword,
}: {
  form: FormApi<T>
  hasPassword: boolean
}) {
  const { t } = useUi()
  const { password, withoutPassword } = form.values
  const set = form.set as (name: keyof PasswordValues, value: string | boolean) => void
  return (
    <div className={css.stack}>
      <TextField
        label={t('fleet:password')}
        type="password"
        autoComplete="new-password"
        maxLength={256}
        isDisabled={withoutPassword}
        placeholder={hasPassword ? '••••••••' : undefined}
        help={t(hasPassword ? 'fleet:passwordKept' : 'fleet:passwordHelp')}
        value={password}
        onChange={(text) => set('password', text)}
      />
      {hasPassword && (
        <Checkbox isSelected={withoutPassword} onChange={(on) => set('withoutPassword', on)}>
          {t('fleet:passwordRemove')}
        </Checkbox>
      )}
    </div>
  )
}

/** The window in which an entry of the hub is written, and the fields that several of them share. */
import { isDeviceMac, isStrictMac, makerOf } from '#domain/hubble'
import { strictMac } from '#domain/mac'
import { Badge, Button, Checkbox, Dialog, FieldErrors, Form, type FormApi, TextField, type Translate, useUi } from '#ui'
import type { ReactNode } from 'react'
import css from './hubble.module.css'

export interface EntryDialogProps<T> {
  title: string
  form: FormApi<T>
  onClose: () => void
  children: ReactNode
}

export function EntryDialog<T extends object>({ title, form, onClose, children }: EntryDialogProps<T>) {
  const { t } = useUi()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="primary" isPending={form.isSaving} onPress={() => void form.submit()}>
            {t('ui.form.save')}
          </Button>
        </>
      }
    >
      <Form form={form} label={title}>
        <div className={css.stack}>{children}</div>
      </Form>
    </Dialog>
  )
}

export const macRule =
  (t: Translate) =>
  (text: string): string | null =>
    text.trim() === '' || isDeviceMac(text) ? null : t('errors:MAC_INVALID', { mac: text.trim() })

/** In the strict form as soon as it is one, with the maker its prefix names. */
export function MacField({
  isFixed,
  ...field
}: {
  isFixed: boolean
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
}) {
  const { t } = useUi()
  const strict = strictMac(field.value)
  const maker = strict === null ? null : makerOf(strict)
  const tidy = () => {
    if (strict !== null && !isStrictMac(field.value)) field.onChange(strict)
    field.onBlur()
  }
  return (
    <div className={css.mac}>
      <TextField
        label={t('fleet:mac')}
        isRequired
        isReadOnly={isFixed}
        maxLength={32}
        placeholder="00:1E:42:0A:0B:0C"
        autoComplete="off"
        help={isFixed ? undefined : t('fleet:macHelp')}
        {...field}
        onBlur={tidy}
      />
      {maker !== null && <Badge tone="accent">{t(`fleet:maker.${maker}`)}</Badge>}
    </div>
  )
}

export interface PasswordValues {
  readonly password: string
  readonly withoutPassword: boolean
}
export const NO_PASSWORD: PasswordValues = { password: '', withoutPassword: false }

/** What is sent: left out = the stored one stays, null = none. */
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

/** A refusal at the field it belongs to. */
export async function atFields<T>(work: Promise<T>, say: (cause: unknown) => string): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const { code } = cause as { code?: unknown }
    if (code === 'MAC_INVALID' || code === 'NODE_ENTRY_TAKEN' || code === 'NODE_ENTRY_NOT_FOUND')
      throw new FieldErrors({ mac: say(cause) })
    throw new Error(say(cause), { cause })
  }
}

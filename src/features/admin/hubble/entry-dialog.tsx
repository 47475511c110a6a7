/** The window in which an entry of the hub is written. */
import { isDeviceMac } from '#domain/hubble'
import { Button, Dialog, FieldErrors, Form, type FormApi, type Translate, useUi } from '#ui'
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

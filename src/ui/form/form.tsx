/** The frame of a form: what was refused on top, sections of fields, the buttons at the end. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, LinkButton } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { useUi } from '../provider.tsx'
import type { FormApi } from './use-form.ts'
import css from './form.module.css'

/** The part of a form that the frame needs; every `useForm` fits. */
type FormState = Pick<FormApi<object>, 'ref' | 'onSubmit' | 'failure' | 'isSaving' | 'isDirty'>

export interface FormProps {
  form: Pick<FormState, 'ref' | 'onSubmit' | 'failure'>
  /** Name of the form for readers, where the page's title is not enough. */
  label?: string
  children: ReactNode
  /** Buttons at the end; `SaveBar` in most cases. */
  actions?: ReactNode
}

export function Form({ form, label, children, actions }: FormProps) {
  const notice = useRef<HTMLDivElement>(null)
  const { ref, failure, onSubmit } = form
  // A long form may have been sent from its end, with the sentence out of sight.
  useEffect(() => {
    if (failure !== null) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate aria-label={label} className={css.form}>
      <div ref={notice} className={css.notice}>
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
      </div>
      {children}
      {actions}
    </form>
  )
}

/** A field that takes the whole width of its section. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={css.wide}>{children}</div>
}

export interface SaveBarProps {
  form: Pick<FormState, 'isSaving' | 'isDirty'>
  saveLabel?: string
  /** Where Cancel leads; or what it does. */
  cancelTo?: string
  onCancel?: () => void
  /** At the start: Delete, for example. */
  children?: ReactNode
}

/** Save and Cancel, kept in sight. Save can always be pressed: pressing it says what is missing. */
export function SaveBar({ form, saveLabel, cancelTo, onCancel, children }: SaveBarProps) {
  const { t } = useUi()
  return (
    <div className={css.bar}>
      <div className={css.barStart}>{children}</div>
      {form.isDirty && (
        <span className={css.dirty} role="status">
          {t('ui.form.unsaved')}
        </span>
      )}
      {cancelTo !== undefined && <LinkButton href={cancelTo}>{t('ui.form.cancel')}</LinkButton>}
      {cancelTo === undefined && onCancel !== undefined && <Button onPress={onCancel}>{t('ui.form.cancel')}</Button>}
      <Button kind="primary" type="submit" isPending={form.isSaving}>
        {saveLabel ?? t('ui.form.save')}
      </Button>
    </div>
  )
}

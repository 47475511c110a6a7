/** The fields of a mail, with what it failed at above them. */
import { MAX_RECIPIENTS } from '#domain/recipients'
import { CopyCode } from '../feedback.tsx'
import { Notice } from '../notice.tsx'
import { codeOf, sentenceOf } from '../page/query-state.tsx'
import { useUi } from '../provider.tsx'
import { TextField } from '../text-field.tsx'
import type { MailWriting } from './use-mail.ts'
import css from './email-dialog.module.css'

interface MailFieldsProps {
  writing: Pick<MailWriting, 'form' | 'mail' | 'failed' | 'errorAt' | 'bind'>
  errorText?: (error: unknown) => string
}

export function MailFields({ writing: { form, mail, failed, errorAt, bind }, errorText }: MailFieldsProps) {
  const { t } = useUi()
  const count = mail.to.length + mail.cc.length + mail.bcc.length
  const code = codeOf(failed)
  return (
    <div ref={form} className={css.fields}>
      {failed !== null && (
        <Notice kind="bad" title={t('ui.email.failed')} action={code && <CopyCode code={code} />}>
          {errorText?.(failed) ?? sentenceOf(failed, t)}
        </Notice>
      )}
      <TextField
        label={t('ui.email.to')}
        name="to"
        inputMode="email"
        autoComplete="off"
        isRequired
        autoFocus
        help={t('ui.email.several', { count, max: MAX_RECIPIENTS })}
        error={errorAt('to')}
        {...bind('to')}
      />
      <div className={css.pair}>
        <TextField
          label={t('ui.email.cc')}
          name="cc"
          inputMode="email"
          autoComplete="off"
          error={errorAt('cc')}
          {...bind('cc')}
        />
        <TextField
          label={t('ui.email.bcc')}
          name="bcc"
          inputMode="email"
          autoComplete="off"
          error={errorAt('bcc')}
          {...bind('bcc')}
        />
      </div>
      <TextField
        label={t('ui.email.subject')}
        name="subject"
        isRequired
        error={errorAt('subject')}
        {...bind('subject')}
      />
      <TextField label={t('ui.email.text')} rows={6} {...bind('text')} />
    </div>
  )
}

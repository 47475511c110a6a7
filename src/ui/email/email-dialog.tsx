/** A mail to write: draft, saved, sent (spec 1, section 8). What cannot go is said at its field, before it is sent. */
import { type ReactNode, useRef, useState } from 'react'
import { type Mail, mailProblems, type MailProblem, MAX_RECIPIENTS, splitAddresses } from '#domain/recipients'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { CopyCode, Notice } from '../feedback.tsx'
import { codeOf, sentenceOf } from '../page/query-state.tsx'
import { useUi } from '../provider.tsx'
import { Badge } from '../small.tsx'
import { TextField } from '../text-field.tsx'
import { toasts } from '../toast.tsx'
import css from './email-dialog.module.css'

export type MailState = 'draft' | 'saved' | 'sent'

export interface EmailDialogProps {
  isOpen: boolean
  onClose: () => void
  title?: string
  initial?: Partial<Mail>
  /** Rejects with what went wrong; the mail stays in the dialog then. */
  onSend: (mail: Mail) => Promise<void>
  /** Keeps the draft; without it there is no "save draft". */
  onSave?: (mail: Mail) => Promise<void>
  /** Default "Save draft". */
  saveLabel?: string
  /** What is saved is sent later by itself: it must be able to go. */
  isSaveChecked?: boolean
  /** Saving is what the dialog was opened for: it closes, and whoever saves says that it is done. */
  isPrimarySave?: boolean
  /** What it was opened with is saved, and nothing beside the mail has changed since. */
  isSaved?: boolean
  /** Something beside the mail is not whole yet; it says so itself. */
  isDisabled?: boolean
  /** What goes with it: the report, the address of the page. */
  children?: ReactNode
  errorText?: (error: unknown) => string
}

type Field = 'to' | 'cc' | 'bcc' | 'subject'
const fieldOf = (problem: MailProblem): Field => {
  switch (problem.code) {
    case 'noRecipient':
    case 'tooMany':
      return 'to'
    case 'noSubject':
    case 'subjectTooLong':
      return 'subject'
    default:
      return problem.field
  }
}

const TONES = { draft: 'neutral', saved: 'info', sent: 'good' } as const

export function EmailDialog({
  isOpen,
  onClose,
  title,
  initial = {},
  onSend,
  onSave,
  saveLabel,
  isSaveChecked = false,
  isPrimarySave = false,
  isSaved = false,
  isDisabled = false,
  children,
  errorText,
}: EmailDialogProps) {
  const { t } = useUi()
  const [typed, setTyped] = useState({
    to: (initial.to ?? []).join(', '),
    cc: (initial.cc ?? []).join(', '),
    bcc: (initial.bcc ?? []).join(', '),
    subject: initial.subject ?? '',
    text: initial.text ?? '',
  })
  const [changed, setChanged] = useState<MailState | null>(null)
  const state = changed ?? (isSaved ? 'saved' : 'draft')
  const [busy, setBusy] = useState<'send' | 'save' | null>(null)
  const [isTried, setTried] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const form = useRef<HTMLDivElement>(null)

  const mail: Mail = {
    to: splitAddresses(typed.to),
    cc: splitAddresses(typed.cc),
    bcc: splitAddresses(typed.bcc),
    subject: typed.subject,
    text: typed.text,
  }
  const problems = mailProblems(mail)
  const words = (problem: MailProblem) => {
    switch (problem.code) {
      case 'noRecipient':
      case 'noSubject':
        return t('ui.field.mandatory')
      case 'tooMany':
        return t('ui.email.tooMany', { count: problem.count, max: problem.max })
      case 'lineBreak':
        return t('ui.email.lineBreak')
      case 'address':
        return t('ui.email.address', { address: problem.address })
      case 'subjectTooLong':
        return t('ui.field.tooLong', { count: problem.max })
    }
  }
  const errorAt = (field: Field) => {
    const found = isTried ? problems.find((problem) => fieldOf(problem) === field) : undefined
    return found === undefined ? null : words(found)
  }
  const bind = (field: keyof typeof typed) => ({
    value: typed[field],
    onChange: (value: string) => {
      setTyped((now) => ({ ...now, [field]: value }))
      setChanged('draft')
    },
  })
  const work = async (kind: 'send' | 'save', run: (mail: Mail) => Promise<void>) => {
    if (busy !== null) return
    setFailed(null)
    setBusy(kind)
    try {
      await run(mail)
      setChanged(kind === 'send' ? 'sent' : 'saved')
      if (kind === 'send') {
        toasts.success(t('ui.email.sent'))
        onClose()
      } else if (isPrimarySave) onClose()
    } catch (error) {
      setFailed(error)
      if (kind === 'send') toasts.error(t('ui.email.failed'))
    } finally {
      setBusy(null)
    }
  }
  /** Says what keeps the mail from going, at its field. */
  const isStopped = () => {
    setTried(true)
    if (problems.length === 0) return false
    const first = (['to', 'cc', 'bcc', 'subject'] as const).find((field) =>
      problems.some((problem) => fieldOf(problem) === field),
    )
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return true
  }
  const send = () => {
    if (!isStopped()) void work('send', onSend)
  }
  const save = () => {
    if (onSave !== undefined && !(isSaveChecked && isStopped())) void work('save', onSave)
  }

  const count = mail.to.length + mail.cc.length + mail.bcc.length
  const code = codeOf(failed)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size={children === undefined ? 'medium' : 'large'}
      title={title ?? t('ui.email.title')}
      actions={
        <>
          <span className={css.state} role="status">
            <Badge tone={TONES[state]}>{t(`ui.email.state.${state}`)}</Badge>
          </span>
          {onSave !== undefined && !isPrimarySave && (
            <Button isPending={busy === 'save'} isDisabled={isDisabled} onPress={save}>
              {saveLabel ?? t('ui.email.save')}
            </Button>
          )}
          <Button
            kind={isPrimarySave ? 'default' : 'primary'}
            isPending={busy === 'send'}
            isDisabled={isDisabled}
            onPress={send}
          >
            {t('ui.email.send')}
          </Button>
          {onSave !== undefined && isPrimarySave && (
            <Button kind="primary" isPending={busy === 'save'} isDisabled={isDisabled} onPress={save}>
              {saveLabel ?? t('ui.email.save')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.sides}>
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
        {children !== undefined && <div className={css.fields}>{children}</div>}
      </div>
    </Dialog>
  )
}

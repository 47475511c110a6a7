/** A mail that is written: what was typed, what keeps it from going, and how far it is. */
import { type RefObject, useRef, useState } from 'react'
import { type Mail, mailProblems, type MailProblem, splitAddresses } from '#domain/recipients'
import { type Translate, useUi } from '../provider.tsx'
import { toasts } from '../toast.tsx'

export type MailState = 'draft' | 'saved' | 'sent'

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

const problemText = (problem: MailProblem, t: Translate): string => {
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

interface MailOptions {
  readonly initial: Partial<Mail>
  readonly onSend: (mail: Mail) => Promise<void>
  readonly onSave: ((mail: Mail) => Promise<void>) | undefined
  readonly onClose: () => void
  /** A saved mail is sent later automatically: it must be complete. */
  readonly isSaveChecked: boolean
  /** Saving closes the dialog. */
  readonly isPrimarySave: boolean
  readonly isSaved: boolean
}

export interface MailWriting {
  /** Around the fields: what keeps the mail from going takes the focus there. */
  readonly form: RefObject<HTMLDivElement | null>
  readonly mail: Mail
  readonly state: MailState
  readonly busy: 'send' | 'save' | null
  readonly failed: unknown
  readonly errorAt: (field: Field) => string | null
  readonly bind: (field: keyof Mail) => { value: string; onChange: (value: string) => void }
  readonly send: () => void
  readonly save: () => void
}

export function useMail(options: MailOptions): MailWriting {
  const { initial, onSend, onSave, onClose, isSaveChecked, isPrimarySave, isSaved } = options
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
  const errorAt = (field: Field) => {
    const found = isTried ? problems.find((problem) => fieldOf(problem) === field) : undefined
    return found === undefined ? null : problemText(found, t)
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

  return { form, mail, state, busy, failed, errorAt, bind, send, save }
}

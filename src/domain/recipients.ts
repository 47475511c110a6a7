/** To whom a mail goes: addresses as typed, checked the same way by page and server. */
import { isEmail } from './login-name.ts'

/** Of To, Cc and Bcc together. */
export const MAX_RECIPIENTS = 50
const MAX_SUBJECT = 200

export interface Mail {
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
  readonly text: string
}

export type MailProblem =
  | { readonly code: 'noRecipient' }
  | { readonly code: 'tooMany'; readonly count: number; readonly max: number }
  /** A line break in a head line would start a head line of the sender's own making. */
  | { readonly code: 'lineBreak'; readonly field: 'to' | 'cc' | 'bcc' | 'subject' }
  | { readonly code: 'address'; readonly field: 'to' | 'cc' | 'bcc'; readonly address: string }
  | { readonly code: 'noSubject' }
  | { readonly code: 'subjectTooLong'; readonly max: number }

const BREAK = /[\r\n]/

/**
 * Addresses between commas or semicolons, spaces around them dropped. A line break is kept, so that `mailProblems`
 * refuses it.
 */
export const splitAddresses = (typed: string): string[] =>
  typed
    .split(/[,;]/)
    .map((one) => one.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((one) => one !== '')

/** Every reason why the mail cannot go, in the order of the fields; empty when it can. */
export function mailProblems(mail: Mail): MailProblem[] {
  const found: MailProblem[] = []
  for (const field of ['to', 'cc', 'bcc'] as const) {
    for (const address of mail[field]) {
      if (BREAK.test(address)) found.push({ code: 'lineBreak', field })
      else if (!isEmail(address.toLowerCase())) found.push({ code: 'address', field, address })
    }
  }
  const count = mail.to.length + mail.cc.length + mail.bcc.length
  if (mail.to.length === 0) found.unshift({ code: 'noRecipient' })
  if (count > MAX_RECIPIENTS) found.push({ code: 'tooMany', count, max: MAX_RECIPIENTS })
  if (BREAK.test(mail.subject)) found.push({ code: 'lineBreak', field: 'subject' })
  else if (mail.subject.trim() === '') found.push({ code: 'noSubject' })
  else if (mail.subject.length > MAX_SUBJECT) found.push({ code: 'subjectTooLong', max: MAX_SUBJECT })
  return found
}

/** A bulk mail as one person gets it. */
import type { BulkMailText } from '#schemas/generated/entities/bulk-mail-text.ts'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import type { Language } from '#schemas/generated/entities/language.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { composeMail } from '../mail/compose.ts'
import type { Message } from '../mail/transport.ts'

const PLACE = 'bulk_mails.unsubscribe'

/** The first text is for those whose language is not among them. */
export function textFor(texts: BulkMail['texts'], language: Language): BulkMailText {
  const found = texts.find((text) => text.language === language) ?? texts[0]
  if (found === undefined) throw new Error('A bulk mail has a text.')
  return found
}

/** Links that unsubscribe one account: signed, so that they cannot be forged. */
export const unsubscribeTokens = (secrets: Secrets) => ({
  of: (user: number): string => secrets.seal(String(user), PLACE),
  /** Null for one that this server did not sign. */
  read(token: string): number | null {
    try {
      const user = Number(secrets.open(token, PLACE))
      return Number.isSafeInteger(user) ? user : null
    } catch {
      return null
    }
  },
})
export type UnsubscribeTokens = ReturnType<typeof unsubscribeTokens>

export interface Addressed {
  readonly user: number | null
  readonly address: string
  readonly language: Language
}

interface LetterParts {
  readonly tokens: UnsubscribeTokens
  readonly publicUrl: string
}

/** News say how to get no more: a link, and the header by which mail programs offer it with one click (RFC 8058). */
export function letterOf(
  { kind, texts }: Pick<BulkMail, 'kind' | 'texts'>,
  { user, address, language: wanted }: Addressed,
  { tokens, publicUrl }: LetterParts,
): Message & { readonly language: Language } {
  const { language, subject, text } = textFor(texts, wanted)
  const items = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const values = { username: address, subject, items }
  if (kind === 'service' || user === null)
    return { to: address, language, ...composeMail('notice', language, { ...values, link: publicUrl }) }
  const token = tokens.of(user)
  return {
    to: address,
    language,
    ...composeMail('news', language, { ...values, link: `${publicUrl}/unsubscribe/${token}` }),
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

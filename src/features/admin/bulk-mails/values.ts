/**
 * Values of the form of a bulk mail: a subject and a text for each language, and which of them is for everyone else.
 */
import { LANGUAGES, type Language } from '#i18n'
import type { BulkMailDraft } from '#schemas/generated/api/bulk-mail-draft.ts'
import type { BulkMailFilter } from '#schemas/generated/entities/bulk-mail-filter.ts'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'

export interface Written {
  readonly subject: string
  readonly text: string
}
export type WrittenTexts = Readonly<Partial<Record<Language, Written>>>

export interface BulkMailValues extends Omit<BulkMailFilter, 'seenDays'> {
  readonly name: string
  readonly kind: BulkMail['kind']
  readonly seenDays: number | null
  readonly first: Language
  readonly texts: WrittenTexts
  /** It stays as it was sent. */
  readonly isSent: boolean
}

const isBlank = (text: string) => text.trim() === ''
const written = (one: Written | undefined): one is Written =>
  one !== undefined && !(isBlank(one.subject) && isBlank(one.text))

export const initialValues: BulkMailValues = {
  name: '',
  kind: 'service',
  roles: [],
  clients: [],
  groups: [],
  languages: [],
  seen: 'any',
  seenDays: 90,
  first: 'es',
  texts: {},
  isSent: false,
}

export const valuesOf = ({ name, kind, filter, texts, status }: BulkMail): BulkMailValues => ({
  ...filter,
  name,
  kind,
  first: texts[0]?.language ?? 'es',
  isSent: status === 'sent',
  texts: Object.fromEntries(texts.map(({ language, subject, text }) => [language, { subject, text }])),
})

export const filterOf = ({ roles, clients, groups, languages, seen, seenDays }: BulkMailValues): BulkMailFilter => ({
  roles,
  clients,
  groups,
  languages,
  seen,
  seenDays: seenDays ?? 90,
})

export function draftOf(values: BulkMailValues): BulkMailDraft {
  const { name, kind, first, texts } = values
  const inOrder = [first, ...LANGUAGES.filter((language) => language !== first)]
  return {
    name: name.trim(),
    kind,
    filter: filterOf(values),
    texts: inOrder.flatMap((language) => {
      const one = texts[language]
      return written(one) ? [{ language, subject: one.subject.trim(), text: one.text.trim() }] : []
    }),
  }
}

export type TextsProblem =
  | { readonly code: 'firstRequired'; readonly language: Language }
  | { readonly code: 'half'; readonly language: Language }

/** The language for everyone else is whole, and no other is there by half. */
export function textsProblem({ first, texts }: Pick<BulkMailValues, 'first' | 'texts'>): TextsProblem | null {
  if (!written(texts[first])) return { code: 'firstRequired', language: first }
  const half = LANGUAGES.find((language) => {
    const one = texts[language]
    return written(one) && (isBlank(one.subject) || isBlank(one.text))
  })
  return half === undefined ? null : { code: 'half', language: half }
}

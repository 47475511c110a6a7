/** Codes; the sentences are in docs/errors.md. */
export const UNREAD_REASONS = [
  'READING_INVALID',
  'TIME_UNREADABLE',
  'COUNT_UNREADABLE',
  'FIELD_MISSING',
  'LINE_UNREADABLE',
  'TIME_AMBIGUOUS',
] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

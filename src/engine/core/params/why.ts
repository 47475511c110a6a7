/** Why a query was asked, skipped or dropped: a key for translation (`engine:why.<key>`) and its English sentence. */
export interface Reason {
  readonly key: keyof typeof SENTENCES
  /** Filter keys, separated by commas, or the widget. The page puts their labels in. */
  readonly params?: Readonly<Record<string, string>>
}

const SENTENCES = {
  same: 'same arguments',
  first: 'not asked yet',
  changed: '{{filters}} changed',
  unset: '{{filters}} is not set',
  pending: 'waiting for {{filters}}',
  waiting: 'waiting for the filters of its section',
  hidden: '{{widget}} is hidden',
  away: 'not on show',
  missing: '{{filters}} missing for {{widget}}',
  empty: '{{filters}} is empty',
  unused: 'no widget shows it',
  retry: 'asked again after a failure',
  again: 'asked again by hand',
  refresh: 'asked again by itself',
} as const

/** The sentence in English, for traces and tests. */
export function sentence({ key, params = {} }: Reason): string {
  return SENTENCES[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '')
}

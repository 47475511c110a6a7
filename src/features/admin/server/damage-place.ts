/** Where damage is, as the server says it, in words of the reader. Files of the journal have their names. */
type Translate = (key: string, params?: Record<string, string>) => string

const KINDS = {
  page: 'page',
  block: 'block',
  log: 'log',
  'log or headers': 'headers',
  sums: 'sums',
  length: 'length',
  read: 'read',
} as const

/** A place without a text stays unchanged. */
export function damagePlace(where: string, t: Translate): string {
  const [, kind = '', number = ''] = /^(.+?)(?: (\d+))?$/.exec(where) ?? []
  return kind in KINDS ? t(`admin:server.whereName.${KINDS[kind as keyof typeof KINDS]}`, { number }) : where
}

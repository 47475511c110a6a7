/** By which label of a host name its brand is found; every page asks it, and needs no more of brands. */

/** The label of the default brand, for every host without a brand. */
export const DEFAULT_LABEL = 'default'

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The first label of a host name, `norte` of `norte.example.com:8080`; the default label for what is no name. */
export function hostLabel(host: string): string {
  const first = host.toLowerCase().split(/[.:]/)[0] ?? ''
  return LABEL.test(first) ? first : DEFAULT_LABEL
}

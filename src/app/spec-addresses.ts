/**
 * Addresses as the specification writes them, where ours are others: below `/users/admin`, with what each leads to.
 * What is in the address besides goes along.
 */
import { matchPath } from 'react-router'

const ADMIN = '/users/admin'

/** Nouns whose pages the specification calls `list`, `new` or `create`, and `edit/{id}`. */
const NOUNS = ['users', 'orders', 'locals', 'clients', 'dealerships', 'presetups', 'preseals'] as const

const ofNoun = (noun: string): readonly (readonly [from: string, to: string])[] => [
  [`/${noun}/list`, `/${noun}`],
  [`/${noun}/create`, `/${noun}/new`],
  [`/${noun}/edit/:id`, `/${noun}/:id/edit`],
  [`/${noun}/view/:id`, `/${noun}/:id/edit`],
]

const SPEC_ADDRESSES: readonly (readonly [from: string, to: string])[] = [
  ...NOUNS.flatMap(ofNoun),
  ['/seals/view/:id', '/seals/:id/edit'],
  ['/interventions/view/:id', '/interventions/:id/edit'],
  ['/discharges/view/:id', '/discharges/:id/edit'],
  ['/dashboards/list', '/dashboards'],
  ['/dashboards/create', '/dashboards/new'],
  ['/report-management', '/reports'],
  ['/group-management', '/groups'],
  ['/email-management', '/bulk-mails'],
  ['/login-messages', '/clients'],
]

/**
 * Where an address of the specification leads; null for one that it does not know. Read when no page has the address.
 */
export function specAddress({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | null {
  for (const [from, to] of SPEC_ADDRESSES) {
    const found = matchPath(`${ADMIN}${from}`, pathname)
    if (found !== null) return `${ADMIN}${to.replace(':id', encodeURIComponent(found.params.id ?? ''))}${search}`
  }
  return null
}

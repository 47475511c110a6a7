/** Roles of the elements of a table, repeated where its style hides them. */
export interface Roles {
  table?: { role: string }
  group?: { role: string }
  row?: { role: string }
  cell?: { role: string }
  header?: { role: string }
}

/**
 * As cards the elements are laid out as blocks, and some browsers then take them for no table any more: the roles say
 * that they still are one.
 */
const ROLES: Roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  header: { role: 'rowheader' },
}
const NO_ROLES: Roles = {}

export const rolesOf = (phone: 'scroll' | 'cards'): Roles => (phone === 'cards' ? ROLES : NO_ROLES)

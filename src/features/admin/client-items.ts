/** Clients as selectors show them: by name, with their type. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Entity, EntityType, Translate } from '#ui'

/** Client types of the product (spec 1, section 3). */
const TYPES: readonly Client['type'][] = ['office', 'automotive', 'basic', 'expo', 'neighbourhood', 'events']

export const clientItems = (clients: readonly Client[]): Entity[] =>
  clients.map(({ id, name, type }) => ({ id, name, type })).toSorted((a, b) => a.name.localeCompare(b.name))
export const clientTypes = (t: Translate): EntityType[] =>
  TYPES.map((id) => ({ id, label: t(`admin:clientType.${id}`) }))

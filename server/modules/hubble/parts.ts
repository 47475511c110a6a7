import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Secrets } from '../../lib/secrets.ts'

export interface HubbleParts {
  readonly catalog: Pick<Catalog, 'hubble' | 'fleet' | 'transaction'>
  readonly facts: Pick<FactStore, 'devices'>
  readonly secrets: Secrets
  readonly clock: Clock
}

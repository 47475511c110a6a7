/** The vendors whose payloads are understood. A new one is a file here and a line below. */
import type { Adapter } from '../reading.ts'
import { axis } from './axis.ts'
import { brickstream } from './brickstream.ts'
import { ciscoSpaces } from './cisco-spaces.ts'
import { flowity } from './flowity.ts'
import { hikvision } from './hikvision.ts'
import { imbuildings } from './imbuildings.ts'
import { meraki } from './meraki.ts'
import { milesight } from './milesight.ts'
import { openMesh } from './open-mesh.ts'
import { terabee } from './terabee.ts'
import { xovis } from './xovis.ts'

export const ADAPTERS: readonly Adapter[] = [
  brickstream,
  xovis,
  axis,
  milesight,
  terabee,
  imbuildings,
  openMesh,
  meraki,
  ciscoSpaces,
  hikvision,
  flowity,
]

/** Those whose payloads name phones: what arrived may not be written as it came, not even to the journal. */
export const PRESENCE_ADAPTERS: ReadonlySet<string> = new Set([openMesh, meraki, ciscoSpaces].map(({ name }) => name))

const byName = new Map(ADAPTERS.map((adapter) => [adapter.name, adapter]))

/** The adapter of a path `/api/ingest/<name>`. */
export function adapterOf(name: string): Adapter | undefined {
  return byName.get(name)
}

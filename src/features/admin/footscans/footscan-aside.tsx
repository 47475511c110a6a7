/** How a footscan is, and the keys it signs in with. */
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import { Now } from './footscan-now.tsx'
import { Keys } from './footscan-keys.tsx'

export function FootscanAside({ footscan }: { footscan: FleetFootscan }) {
  return (
    <>
      <Now footscan={footscan} />
      <Keys footscan={footscan} />
    </>
  )
}

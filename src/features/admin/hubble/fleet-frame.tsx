/** The calls of the device fleet, for its pages below the frame of the administration. */
import { createContext, type ReactNode, use } from 'react'
import type { FleetApi } from '../../../api/fleet.ts'

const FleetContext = createContext<FleetApi | null>(null)

/** Throws outside a `FleetFrame`. */
export function useFleet(): FleetApi {
  const fleet = use(FleetContext)
  if (fleet === null) throw new Error('This page stands outside the device fleet: there is no FleetFrame around it.')
  return fleet
}

export function FleetFrame({ api, children }: { api: FleetApi; children: ReactNode }) {
  return <FleetContext value={api}>{children}</FleetContext>
}

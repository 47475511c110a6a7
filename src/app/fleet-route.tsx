/** The frame of the device fleet, inside that of the administration. */
import { Outlet } from 'react-router'
import { fleetApi } from '../api/fleet.ts'
import { FleetFrame } from '../features/admin/hubble/fleet-frame.tsx'
import { confirmingClient } from './confirmations.ts'

const calls = fleetApi(confirmingClient)

export function FleetRoute() {
  return (
    <FleetFrame ports={calls}>
      <Outlet />
    </FleetFrame>
  )
}

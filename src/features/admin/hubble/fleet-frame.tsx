/** The calls of the device fleet, for its pages below the frame of the administration. */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { FleetApi } from '../../../api/fleet.ts'

export const [FleetFrame, useFleet] = featureFrame<FleetApi>('FleetFrame')

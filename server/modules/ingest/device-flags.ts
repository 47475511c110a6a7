/** Flags of a device as one number. */
import { HEALTH_FLAGS } from '../../facts/health-flags.ts'
import type { HeartbeatReading } from './reading.ts'

export const flagBits = (flags: HeartbeatReading['flags']): number =>
  flags.reduce((bits, flag) => bits | (1 << HEALTH_FLAGS.indexOf(flag)), 0)

/** Unless the device says so more often, an event or a sign of life covers the time since the report before it. */

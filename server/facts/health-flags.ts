/** Flags that a device reports besides counts, each a bit in the facts: their order never changes. */
export const HEALTH_FLAGS = [
  'stopped',
  'stuck',
  'covered',
  'weakReceiver',
  'lowBattery',
  'clockNotSynced',
  'otherDeviceIssue',
] as const
export type HealthFlag = (typeof HEALTH_FLAGS)[number]

/** Of a device whose clock is not right. */
export const CLOCK_FLAG = 1 << HEALTH_FLAGS.indexOf('clockNotSynced')

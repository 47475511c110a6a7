/** Kinds of discharges: the base of its calls, `discharges/client`, and a table of each. */
export const KINDS = ['client', 'order', 'installation'] as const
export type Kind = (typeof KINDS)[number]

/** The queues of the specification, by the last step of their calls, and the status of those in them. */
export const QUEUES = [
  ['pending', 'pending'],
  ['processed-not-archived', 'processed'],
  ['discarded', 'discarded'],
] as const

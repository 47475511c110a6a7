/** An arrived message, and its result. */
import type { RejectedReading, Sender } from './validate-readings.ts'
import type { DeviceMessage } from './reading.ts'

export interface Arrival {
  readonly sender: Sender
  /** '' = our own protocol. */
  readonly adapter: string
  readonly type: string
  /** An arrived message, as it is kept until it is in the facts. */
  readonly body: Buffer
  readonly messages: readonly DeviceMessage[]
  /** Epoch ms. */
  readonly receivedAt: number
}

export interface Taken {
  readonly received: number
  readonly refused: readonly RejectedReading[]
  readonly quarantined?: number
}

import type { CountReading } from '../../modules/ingest/reading.ts'

/** `sentAt`: the device's clock, epoch ms. The readings are in the device's time too. */
export type Encode = (device: Writer, readings: readonly CountReading[], sentAt: number, sequence: number) => Written

/** State of a device when it writes. */
export interface Writer {
  readonly mac: string
  readonly timeZone: string
}

export interface Written {
  /** Below the address of the server. */
  readonly path: string
  readonly type: string
  readonly body: string
}

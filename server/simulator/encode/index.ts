/** How vendors write counts: the other way round of the adapters, from the same public descriptions. */
import type { CountReading } from '../../modules/ingest/reading.ts'
import { aforo } from './aforo.ts'
import { axis } from './axis.ts'
import { brickstream } from './brickstream.ts'
import { xovis } from './xovis.ts'
import { xovis5 } from './xovis5.ts'

/** What a device knows of itself when it writes. */
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

/** `sentAt`: the device's clock, epoch ms. The readings are in the device's time too. */
export type Encode = (device: Writer, readings: readonly CountReading[], sentAt: number, sequence: number) => Written

export const ENCODERS = { aforo, axis, brickstream, xovis, xovis5 } as const satisfies Record<string, Encode>
export type EncoderName = keyof typeof ENCODERS

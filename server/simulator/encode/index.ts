/** How vendors write counts: the other way round of the adapters, from the same public descriptions. */
import { aforo } from './aforo.ts'
import { axis } from './axis.ts'
import { brickstream } from './brickstream.ts'
import { xovis } from './xovis.ts'
import { xovis5 } from './xovis5.ts'
import type { Encode } from './encode.ts'

export const ENCODERS = { aforo, axis, brickstream, xovis, xovis5 } as const satisfies Record<string, Encode>
export type EncoderName = keyof typeof ENCODERS

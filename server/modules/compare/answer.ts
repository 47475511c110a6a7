/** An answer of figures, and how new they are. */
import type { Frame } from '#domain/frame'

export interface Answer {
  readonly frame: Frame
  /** Start of the newest hour known of these locals, epoch ms. */
  readonly asOf: number | null
}

/** Properties of each dialog of the frame. */
import type { Overlay } from './overlay.ts'
import type { Me } from '#schemas/generated/entities/me.ts'

export interface OverlayProps {
  me: Me
  open: Overlay
  onClose: () => void
}

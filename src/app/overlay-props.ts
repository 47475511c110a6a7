/** What each dialog of the frame is given. */
import type { Overlay } from './overlay.ts'
import type { Me } from '#schemas/generated/entities/me.ts'

export interface OverlayProps {
  me: Me
  open: Overlay
  onClose: () => void
}

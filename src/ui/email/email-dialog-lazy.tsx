/** The mail dialog is a separate chunk, fetched when it is first opened. */
import { part, usePart } from '../part.ts'
import type { EmailDialogProps } from './email-dialog.tsx'

const dialog = part(() => import('./email-dialog.tsx').then(({ EmailDialog }) => EmailDialog))

export function EmailDialog(props: EmailDialogProps) {
  const { loaded: Loaded } = usePart(dialog, props.isOpen, props.onClose)
  return Loaded === null || !props.isOpen ? null : <Loaded {...props} />
}

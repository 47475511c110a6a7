/** The dialogs that the list of dashboards opens. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { toasts, useUi } from '#ui'
import { useNavigate } from 'react-router'
import { AudienceDialog } from './audience-dialog.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { pathsOf, useDashboards } from './frame.tsx'
import { MoveDialog } from './move-dialog.tsx'

export type Open =
  | { readonly kind: 'copy' | 'customise' | 'audience' | 'place'; readonly of: Dashboard }
  | { readonly kind: 'import' }
  | { readonly kind: 'move'; readonly of: readonly Dashboard[] }
  | null

interface ListDialogsProps {
  open: Open
  /** Those that there are. */
  folders: readonly string[]
  onClose: () => void
  /** Those that were chosen are where they should be. */
  onMoved: () => void
}

export function ListDialogs({ open, folders, onClose, onMoved }: ListDialogsProps) {
  const { t } = useUi()
  const { area } = useDashboards()
  const navigate = useNavigate()
  const toMade = (entry: Dashboard) => {
    onClose()
    toasts.success(t('dashboard:copy.done', { name: entry.name }))
    void navigate(pathsOf(area).edit(entry.id))
  }
  return (
    <>
      {open?.kind === 'import' && <ImportDialog onClose={onClose} />}
      {open?.kind === 'move' && <MoveDialog of={open.of} folders={folders} onClose={onClose} onMoved={onMoved} />}
      {open?.kind === 'place' && <PlaceDialog of={open.of} folders={folders} onClose={onClose} />}
      {open?.kind === 'audience' && <AudienceDialog of={open.of} onClose={onClose} />}
      {(open?.kind === 'copy' || open?.kind === 'customise') && (
        <CopyDialog of={open.of} follow={open.kind === 'customise'} onClose={onClose} onMade={toMade} />
      )}
    </>
  )
}

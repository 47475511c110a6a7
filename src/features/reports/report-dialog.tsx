/** The dialog for a choice of the report menu. */
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import { MailDialog } from './mail-dialog.tsx'
import { MakingDialog } from './making-dialog.tsx'
import { type ReportPorts, WEEKLY } from './ports.ts'

export interface ReportDialogProps {
  kind: 'pdf' | 'csv' | 'send' | 'schedule'
  what: ReportWhat
  onClose: () => void
}

export function ReportDialog({ kind, ...props }: ReportDialogProps & ReportPorts) {
  if (kind === 'pdf' || kind === 'csv') return <MakingDialog {...props} />
  return <MailDialog {...props} cadence={kind === 'schedule' ? WEEKLY : null} />
}

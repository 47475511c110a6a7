/** How far a run has come, as a colour. */
import type { ReportStatus } from '#schemas/generated/entities/report-status.ts'
import type { Tone } from '#ui'

export const TONES: Readonly<Record<ReportStatus, Tone>> = {
  queued: 'neutral',
  rendering: 'info',
  sent: 'good',
  undelivered: 'warn',
  ready: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

/** Why a mail did not leave, in words; what a mail server answered stays as it said it. */
import type { useUi } from '#ui'

const OWN = ['noMailServer', 'tooLate', 'filesGone']

export const mailReason = (reason: string, t: ReturnType<typeof useUi>['t']): string =>
  OWN.includes(reason) ? t(`admin:mailReason.${reason}`) : reason

/** Why a report failed, in words about the account; the reports' own page speaks to its owner. */
const OF_THE_ACCOUNT = new Set(['ownerGone', 'dashboardGone', 'filterGone', 'limit'])

export const reasonKey = (reason: string): string =>
  OF_THE_ACCOUNT.has(reason) ? `admin:reportManagement.reason.${reason}` : `reports:reason.${reason}`

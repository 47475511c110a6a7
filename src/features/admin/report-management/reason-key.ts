/** Why a report failed, in words about the account; the page of reports addresses the owner. */
const OF_THE_ACCOUNT = new Set(['ownerGone', 'dashboardGone', 'filterGone', 'limit'])

export const reasonKey = (reason: string): string =>
  OF_THE_ACCOUNT.has(reason) ? `admin:reportManagement.reason.${reason}` : `reports:reason.${reason}`

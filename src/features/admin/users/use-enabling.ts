/** Lets an account in again, or keeps it out: asked first, for it ends what the person is doing. */
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { confirmAndRun, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { useRefresh } from '../use-admin-data.ts'

/** Gives the account as it is then; null when nothing was changed. */
export function useEnabling(): (user: UserAccount) => Promise<UserAccount | null> {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const refresh = useRefresh()
  return async ({ id, username, enabled }) => {
    let after: UserAccount | null = null
    const what = enabled ? 'disable' : 'enable'
    await confirmAndRun({
      question: t(`admin:users.${what}Question`, { name: username }),
      confirmLabel: t(`admin:users.${what}`),
      doneText: t(enabled ? 'admin:users.disabled' : 'admin:users.enabledDone', { name: username }),
      isDanger: enabled,
      errorText: say,
      run: async () => {
        after = await api.setEnabled(id, !enabled)
      },
    })
    if (after !== null) await refresh('users')
    return after
  }
}

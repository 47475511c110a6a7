/** Removes an entity after the question of the specification. */
import { confirmAndRun, useUi } from '#ui'
import { useAdmin } from './admin-frame.tsx'
import { type CollectionName, useRefresh } from './use-admin-data.ts'

/** Other queries that show it: users, groups and accesses depend on each other. */
const ALSO: Readonly<Record<CollectionName, readonly CollectionName[]>> = {
  users: ['groups', 'accesses'],
  groups: ['users'],
  accesses: ['users'],
  programs: [],
  brands: [],
}

/** True when it is gone; `leave` runs before what is on show is asked for again. */
export function useRemoving(
  name: CollectionName,
): (id: number, question: string, leave?: () => void) => Promise<boolean> {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const refresh = useRefresh()
  return async (id, question, leave) => {
    const answer = await confirmAndRun({
      question,
      isDanger: true,
      confirmLabel: t('admin:remove'),
      errorText: say,
      run: () => api[name].remove(id),
    })
    if (answer !== 'done') return false
    leave?.()
    await refresh(name, ...ALSO[name])
    return true
  }
}

/** From what is prepared or verified at a local to the installation that it is for. */
import { LinkButton, useUi } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../admin-frame.tsx'
import { FIELD_MAP } from '../installations/paths.ts'

/** Nothing where there is none. One that is under way comes before one that has ended. */
export function InstallationLink({ local }: { local: number | null }) {
  const { t } = useUi()
  const { api } = useAdmin()
  const { data = [] } = useQuery({
    queryKey: ['admin', 'installations', 'local', local],
    queryFn: ({ signal }) => api.installations.ofLocal(local ?? 0, signal),
    enabled: local !== null,
  })
  const open = data.find(({ status }) => status !== 'closed' && status !== 'cancelled')
  const shown = open ?? data.find(({ status }) => status === 'closed')
  return shown === undefined ? null : (
    <LinkButton href={FIELD_MAP.way(shown.id)}>{t('admin:site.installation')}</LinkButton>
  )
}

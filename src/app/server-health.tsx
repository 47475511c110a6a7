/** Notices for administrators on every page: a full disk, and damaged files while the server runs. */
import type { ServerState } from '#schemas/generated/entities/server-state.ts'
import { LinkButton, Notice, useUi } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { adminApi } from '../api/admin.ts'
import { api } from './api.ts'
import { queryClient } from './queries.ts'
import css from './shell.module.css'

const EVERY_MS = 60_000
const { server } = adminApi(api.client)

export default function ServerHealth() {
  // The key of the page of the server, which so has what is known already.
  const { data } = useQuery(
    {
      queryKey: ['admin', 'server', 'state'],
      queryFn: ({ signal }) => server.state(signal),
      refetchInterval: EVERY_MS,
      staleTime: 0,
    },
    queryClient,
  )
  return data === undefined ? null : <HealthNotices state={data} />
}

/** One for each part, however many places of it. */
export function HealthNotices({
  state: { isDiskFull, damages },
}: {
  state: Pick<ServerState, 'isDiskFull' | 'damages'>
}) {
  const { t } = useUi()
  const parts = [...new Set(damages.map(({ part }) => part))]
  if (!isDiskFull && parts.length === 0) return null
  const toServer = (
    <LinkButton size="small" href="/users/admin/server">
      {t('home:banner.server')}
    </LinkButton>
  )
  return (
    <div className={css.banners} data-print="hide">
      {isDiskFull && (
        <Notice kind="warn" action={toServer}>
          {t('home:banner.diskFull')}
        </Notice>
      )}
      {parts.map((part) => (
        <Notice key={part} kind="bad" action={toServer}>
          {t(`home:banner.damaged.${part}`)}
        </Notice>
      ))}
    </div>
  )
}

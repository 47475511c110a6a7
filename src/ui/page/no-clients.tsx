/** A page that begins with a choice of client, for an account that may see none. */
import { EmptyState } from '../empty-state.tsx'
import { StoreIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'

export function NoClients() {
  const { t } = useUi()
  return (
    <EmptyState icon={<StoreIcon size={20} />} title={t('ui.query.noClients')}>
      {t('ui.query.noClientsText')}
    </EmptyState>
  )
}

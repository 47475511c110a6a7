import { clockTime } from '#domain/moment'
import { Button, Notice, useUi } from '#ui'
import { RefreshIcon } from '#ui/icons/index.tsx'
import type { AuditState } from '#schemas/generated/entities/audit-state.ts'
import { useAdmin } from '../admin-frame.tsx'
import { useChain } from './use-audit.ts'
import css from './audit.module.css'

export function Chain() {
  const { t, format } = useUi()
  const { say } = useAdmin()
  const chain = useChain()
  const state = chain.data
  const breach = ({ brokenAt, archive }: AuditState) => {
    if (brokenAt !== null) return t('admin:audit.broken', { entry: brokenAt })
    return archive === null ? t('admin:audit.missing') : t('admin:audit.brokenArchive', { name: archive })
  }
  const again = (
    <Button size="small" icon={<RefreshIcon />} isPending={chain.isFetching} onPress={() => void chain.refetch()}>
      {t('admin:audit.verify')}
    </Button>
  )
  return (
    <div className={css.chain} aria-live="polite">
      {chain.error !== null && (
        <Notice kind="warn" action={again}>
          {say(chain.error)}
        </Notice>
      )}
      {chain.error === null && state === undefined && <Notice kind="info">{t('admin:audit.verifying')}</Notice>}
      {chain.error === null && state?.ok === true && (
        <Notice kind="good" action={again}>
          {t('admin:audit.unbroken', {
            entries: format.exact(state.entries, 'count'),
            time: clockTime(chain.dataUpdatedAt),
          })}
        </Notice>
      )}
      {chain.error === null && state?.ok === false && (
        <Notice kind="bad" action={again}>
          {breach(state)}
        </Notice>
      )}
    </div>
  )
}

import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import { Card, QueryState, useUi } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../admin-frame.tsx'
import css from './bulk-mails.module.css'

export function Audience({ mail }: { mail: BulkMail }) {
  const { t, format } = useUi()
  const { api } = useAdmin()
  const audience = useQuery({
    queryKey: ['admin', 'bulk-mails', mail.id, 'audience', mail.updatedAt],
    queryFn: ({ signal }) => api.bulkMails.audience({ kind: mail.kind, filter: mail.filter }, signal),
    staleTime: 0,
  })
  return (
    <Card title={t('noun-bulk-mails:audience')}>
      <QueryState of={audience} skeleton="text" isEmpty={() => false}>
        {({ total, unsubscribed, shown }) => (
          <div className={css.stack}>
            <p className={css.lead}>
              {t('noun-bulk-mails:audienceOf', { count: total, people: format.exact(total, 'count') })}
              {unsubscribed > 0 && ` ${t('noun-bulk-mails:leftOut', { count: unsubscribed })}`}
            </p>
            {total > 0 && (
              <p className={css.people}>
                {shown.map(({ address }) => address).join(', ')}
                {total > shown.length && '…'}
              </p>
            )}
          </div>
        )}
      </QueryState>
    </Card>
  )
}

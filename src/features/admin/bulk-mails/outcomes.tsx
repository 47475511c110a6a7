import type { BulkMailRecipient } from '#schemas/generated/entities/bulk-mail-recipient.ts'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import { LANGUAGE_NAMES } from '#i18n'
import { tableMoment } from '#domain/moment'
import { Badge, Button, Card, EmptyState, QueryState, Select, toasts, type Tone, useUi } from '#ui'
import { RefreshIcon } from '#ui/icons/index.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { mailReason } from '../mail-reason.ts'
import css from './bulk-mails.module.css'

type Outcome = BulkMailRecipient['outcome']
const OUTCOMES: readonly Outcome[] = ['waiting', 'sending', 'sent', 'failed', 'unsure', 'unsubscribed']
const TONES: Readonly<Record<Outcome, Tone>> = {
  waiting: 'neutral',
  sending: 'info',
  sent: 'good',
  failed: 'bad',
  unsure: 'warn',
  unsubscribed: 'neutral',
}
/** While mails leave, the page asks again. */
const EVERY_MS = 3000

export function Outcomes({ mail }: { mail: BulkMail }) {
  const { t, format } = useUi()
  const { api, say } = useAdmin()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const pages = useInfiniteQuery({
    queryKey: ['admin', 'bulk-mails', mail.id, 'outcomes', outcome],
    queryFn: ({ pageParam, signal }) =>
      api.bulkMails.outcomes(
        mail.id,
        { ...(outcome !== null && { outcome }), ...(pageParam !== null && { after: pageParam }) },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const counts = state.data?.pages[0]?.counts
      return counts !== undefined && counts.waiting + counts.sending > 0 ? EVERY_MS : false
    },
  })
  const again = async (recipient: number) => {
    await api.bulkMails.again(mail.id, recipient).catch((cause: unknown) => {
      toasts.error(say(cause))
    })
    await pages.refetch()
  }
  const rows = pages.data?.pages.flatMap((page) => page.rows)
  const counts = pages.data?.pages[0]?.counts
  return (
    <Card title={t('noun-bulk-mails:recipients')}>
      <div className={css.stack}>
        {counts !== undefined && (
          <ul className={css.counts} aria-live="polite">
            {OUTCOMES.filter((one) => counts[one] > 0).map((one) => (
              <li key={one}>
                <Badge
                  tone={TONES[one]}
                >{`${format.exact(counts[one], 'count')} ${t(`noun-bulk-mails:outcome.${one}`)}`}</Badge>
              </li>
            ))}
          </ul>
        )}
        <div className={css.filter}>
          <Select
            label=""
            emptyLabel={`${t('noun-bulk-mails:result')}: ${t('admin:all')}`}
            options={OUTCOMES.map((id) => ({
              id,
              label: `${t('noun-bulk-mails:result')}: ${t(`noun-bulk-mails:outcome.${id}`)}`,
            }))}
            value={outcome}
            onChange={setOutcome}
          />
        </div>
        <QueryState
          of={{ ...pages, data: rows }}
          skeleton="table"
          empty={<EmptyState title={t('noun-bulk-mails:noRecipient')} />}
        >
          {(list) => (
            <ul className={css.rows}>
              {list.map((row) => (
                <li key={row.id}>
                  <span className={css.who}>
                    <strong>{row.address}</strong>
                    <span>
                      {`${LANGUAGE_NAMES[row.language]} · ${tableMoment(row.at)}`}
                      {row.reason !== null && row.outcome !== 'unsure' && ` · ${mailReason(row.reason, t)}`}
                    </span>
                    {row.outcome === 'unsure' && <span>{t('noun-bulk-mails:unsureText')}</span>}
                  </span>
                  <Badge tone={TONES[row.outcome]}>{t(`noun-bulk-mails:outcome.${row.outcome}`)}</Badge>
                  {(row.outcome === 'failed' || row.outcome === 'unsure') && (
                    <Button size="small" icon={<RefreshIcon />} onPress={() => void again(row.id)}>
                      {t('noun-bulk-mails:again')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryState>
        {pages.hasNextPage && (
          <div>
            <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
              {t('noun-bulk-mails:more')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

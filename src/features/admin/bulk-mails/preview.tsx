import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import { LANGUAGE_NAMES } from '#i18n'
import { Button, Card, EntitySelector, QueryState, toasts, useUi } from '#ui'
import { MailIcon } from '#ui/icons/index.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useAll } from '../use-admin-data.ts'
import css from './bulk-mails.module.css'

export function Preview({ mail }: { mail: BulkMail }) {
  const { t } = useUi()
  const { api, me, say } = useAdmin()
  const users = useAll('users').data ?? []
  const [user, setUser] = useState<number | null>(me.id)
  const [isBusy, setBusy] = useState(false)
  const preview = useQuery({
    queryKey: ['admin', 'bulk-mails', mail.id, 'preview', user, mail.updatedAt],
    queryFn: ({ signal }) => api.bulkMails.preview(mail.id, user ?? 0, signal),
    enabled: user !== null,
    staleTime: 0,
  })
  const test = async () => {
    setBusy(true)
    await api.bulkMails.test(mail.id).then(
      () => toasts.success(t('noun-bulk-mails:tested')),
      (cause: unknown) => {
        toasts.error(say(cause))
      },
    )
    setBusy(false)
  }
  return (
    <Card title={t('noun-bulk-mails:preview')}>
      <div className={css.stack}>
        <div className={css.as}>
          <EntitySelector
            label={t('noun-bulk-mails:previewAs')}
            items={users.filter(({ enabled }) => enabled).map(({ id, username }) => ({ id, name: username }))}
            value={user}
            onChange={setUser}
          />
          <Button icon={<MailIcon />} isPending={isBusy} onPress={() => void test()}>
            {t('noun-bulk-mails:test')}
          </Button>
        </div>
        {user !== null && (
          <QueryState of={preview} skeleton="text" isEmpty={() => false}>
            {({ to, language, subject, text }) => (
              <article className={css.mail} lang={language}>
                <p className={css.to}>{`${to} · ${LANGUAGE_NAMES[language]}`}</p>
                <h3>{subject}</h3>
                <pre>{text}</pre>
              </article>
            )}
          </QueryState>
        )}
      </div>
    </Card>
  )
}

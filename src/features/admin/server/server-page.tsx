/** The server as a whole: its disk and what is damaged on it, maintenance, and the mails that have not left. */
import { Page, useUi } from '#ui'
import { PATHS } from '../paths.ts'
import css from '../admin.module.css'
import { Storage } from './storage.tsx'
import { Maintenance } from './maintenance.tsx'
import { Mails } from './mails.tsx'

export function ServerPage() {
  const { t } = useUi()
  return (
    <Page
      title={t('admin:server.title')}
      note={t('admin:server.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <div className={css.stack}>
        <Storage />
        <Maintenance />
        <Mails />
      </div>
    </Page>
  )
}

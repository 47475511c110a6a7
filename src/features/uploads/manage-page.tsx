/** Uploads: what is brought, whose it is, the file with its check, and what was brought before. */
import { useQuery } from '@tanstack/react-query'
import { LinkButton, NoClients, Page, QueryState, Skeleton, useUi } from '#ui'
import type { ReactNode } from 'react'
import { History } from './history.tsx'
import { PATHS } from './imports/imports-frame.tsx'
import { useUploads } from './uploads-frame.tsx'
import { UploadForm } from './upload-form.tsx'

/** @param imports the list of imports, below that of uploads */
export function ManagePage({ imports }: { imports?: ReactNode }) {
  const { t } = useUi()
  const { api } = useUploads()
  const clients = useQuery({ queryKey: ['uploads', 'clients'], queryFn: ({ signal }) => api.clients(signal) })
  return (
    <Page
      title={t('uploads:title')}
      note={t('uploads:note')}
      actions={<LinkButton href={PATHS.start}>{t('uploads:importCounts')}</LinkButton>}
    >
      <QueryState
        of={clients}
        empty={<NoClients />}
        waiting={
          <>
            <Skeleton shape="form" />
            <Skeleton shape="table" />
          </>
        }
      >
        {(list) => (
          <>
            <UploadForm clients={list} />
            <History clients={list} />
            {imports}
          </>
        )}
      </QueryState>
    </Page>
  )
}

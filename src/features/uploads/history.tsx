/** The uploads, newest first, each with its undo. */
import { useQuery } from '@tanstack/react-query'
import type { Client } from '#schemas/generated/entities/client.ts'
import { EmptyState, keepFocus, QueryState, useUi } from '#ui'
import { UploadIcon } from '#ui/icons/index.tsx'
import { useRef } from 'react'
import { HISTORY } from './use-upload.ts'
import { useUploads } from './uploads-frame.tsx'
import css from './uploads.module.css'
import { Table } from './history-table.tsx'

export function History({ clients }: { clients: readonly Client[] }) {
  const { t } = useUi()
  const { api } = useUploads()
  const heading = useRef<HTMLHeadingElement>(null)
  const history = useQuery({ queryKey: HISTORY, queryFn: ({ signal }) => api.history(signal), staleTime: 0 })
  return (
    <div className={css.history}>
      <h2 ref={heading} tabIndex={-1}>
        {t('uploads:history.title')}
      </h2>
      <QueryState of={history} skeleton="table" isEmpty={() => false}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState compact icon={<UploadIcon />} title={t('uploads:history.none')}>
              {t('uploads:history.noneText')}
            </EmptyState>
          ) : (
            <Table uploads={list} clients={clients} onUndone={() => keepFocus(() => heading.current)} />
          )
        }
      </QueryState>
    </div>
  )
}

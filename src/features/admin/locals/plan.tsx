import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import { Button, Card, FilePicker, QueryState, useUi } from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import css from './locals.module.css'

/** A little under the server's 512 × 1024, so that every way of writing it is true. */
const PLAN_BYTES = 512_000

export function Plan({ local: { id, name, plan } }: { local: LocalRecord }) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const image = useQuery({
    queryKey: ['admin', 'choice', 'plan', id, plan],
    queryFn: ({ signal }) => api.localRecords.plan(id, signal),
    enabled: plan !== null,
    gcTime: 0,
  })
  const save = async (file: Blob | null) => {
    try {
      await api.localRecords.setPlan(id, file)
      setError(null)
      await queries.invalidateQueries({ queryKey: ['admin', 'locals', id] })
    } catch (cause) {
      setError(say(cause))
    }
  }
  return (
    <Card title={t('noun-locals:plan')}>
      {plan === null ? (
        <FilePicker
          label={t('noun-locals:planFile')}
          error={error}
          value={[]}
          onChange={([file]) => void (file !== undefined && save(file))}
          accept={['.png', '.jpg', '.jpeg', '.webp']}
          maxBytes={PLAN_BYTES}
        />
      ) : (
        <QueryState of={image} isEmpty={() => false}>
          {(blob) => (
            <div className={css.plan}>
              <Picture blob={blob} label={t('noun-locals:planOf', { name })} />
              <Button size="small" icon={<TrashIcon />} onPress={() => void save(null)}>
                {t('noun-locals:removePlan')}
              </Button>
            </div>
          )}
        </QueryState>
      )}
    </Card>
  )
}

function Picture({ blob, label }: { blob: Blob; label: string }) {
  const [url, setUrl] = useState<string | undefined>(undefined)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return <img src={url} alt={label} />
}

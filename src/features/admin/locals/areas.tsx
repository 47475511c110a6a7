import type { AreaFootscans } from '#schemas/generated/entities/area-footscans.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import { Badge, Button, Card, EmptyState, LinkButton, QueryState, StatusDot, useUi } from '#ui'
import { PlusIcon, StoreIcon } from '#ui/icons/index.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { addFootscanTo } from '../place-address.ts'
import { PATHS } from '../paths.ts'
import { AreaDialog, areasKey } from './area-dialog.tsx'
import css from './locals.module.css'

export function Areas({ local: { id, client } }: { local: LocalRecord }) {
  const { t } = useUi()
  const { api } = useAdmin()
  const [isAdding, setAdding] = useState(false)
  const areas = useQuery({
    queryKey: areasKey(id),
    queryFn: ({ signal }) => api.localRecords.areas(id, signal),
    staleTime: 0,
  })
  return (
    <Card
      title={t('noun-locals:areas')}
      actions={
        <Button size="small" icon={<PlusIcon />} onPress={() => setAdding(true)}>
          {t('noun-locals:addArea')}
        </Button>
      }
    >
      <QueryState
        of={areas}
        empty={
          <EmptyState icon={<StoreIcon size={20} />} title={t('noun-locals:noAreas')}>
            {t('noun-locals:noAreasText')}
          </EmptyState>
        }
      >
        {(list) => (
          <ul className={css.areas}>
            {list.map((area) => (
              <AreaRow key={area.id} area={area} client={client} />
            ))}
          </ul>
        )}
      </QueryState>
      <p className={css.links}>
        <LinkButton size="small" href={`/users/management/schedule?client=${client}&local=${id}`}>
          {t('noun-locals:toHours')}
        </LinkButton>
        <LinkButton size="small" href={addFootscanTo({ client, local: id, area: onlyOne(areas.data)?.id })}>
          {t('noun-locals:addFootscan')}
        </LinkButton>
      </p>
      {isAdding && <AreaDialog title={t('noun-locals:addArea')} local={id} onClose={() => setAdding(false)} />}
    </Card>
  )
}

const onlyOne = <T,>(list: readonly T[] | undefined): T | undefined => (list?.length === 1 ? list[0] : undefined)

function AreaRow({
  area: { id: area, local, name, zone, footscans },
  client,
}: {
  area: AreaFootscans
  client: number
}) {
  const { t } = useUi()
  const label = t('noun-locals:addFootscanTo', { name })
  return (
    <li className={css.area}>
      <span>
        {name} <Badge>{t(`fleet:zone.${zone}`)}</Badge>
        <Link className={css.addHere} to={addFootscanTo({ client, local, area })} aria-label={label} title={label}>
          <PlusIcon size={14} />
        </Link>
      </span>
      {footscans.length > 0 && (
        <ul className={css.macs}>
          {footscans.map(({ id, mac, enabled }) => (
            <li key={id}>
              <StatusDot status={enabled ? 'up' : 'closed'}>
                {t(enabled ? 'noun-locals:on' : 'noun-locals:off')}
              </StatusDot>
              <Link to={PATHS.footscans.edit(id)}>{mac}</Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

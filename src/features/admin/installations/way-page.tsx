/** The way of one installation: its steps, where it is, and what can be done with it now. */
import { tableMoment } from '#domain/moment'
import type { InstallationWay } from '#schemas/generated/entities/installation-way.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import { Card, LinkButton, Page, QueryState, useUi } from '#ui'
import { EditIcon } from '#ui/icons/index.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { area } from '../paths.ts'
import { StatedEntry } from '../resource/states/stated-entry.tsx'
import { useAll } from '../use-admin-data.ts'
import { FIELD_MAP } from './paths.ts'
import { STATED } from './stated.ts'
import { WaySteps } from './way-steps.tsx'
import css from './way.module.css'

const KEY = ['admin', 'installations'] as const
const FIRST_MS = 5000

export function InstallationPage() {
  const { t } = useUi()
  const { api } = useAdmin()
  const queries = useQueryClient()
  const id = Number(useParams().id)
  const users = useAll('users').data
  const entry = useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => api.entries<Installation, object>(STATED.path).one(id, signal),
    staleTime: 0,
  })
  const way = useQuery({
    queryKey: [...KEY, id, 'way'],
    queryFn: ({ signal }) => api.installations.way(id, signal),
    staleTime: 0,
    // Who installs waits for the first count at this page.
    refetchInterval: ({ state }) => (state.data?.stage === 'firstCounts' ? FIRST_MS : false),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: KEY })
  const { data } = way
  return (
    <Page
      title={data === undefined ? t('noun-installations:one') : data.localName}
      note={data === undefined ? undefined : [data.clientName, `${data.name} #${data.id}`].join(' · ')}
      back={{ href: FIELD_MAP.board, label: t('noun-installations:board') }}
      actions={
        <LinkButton icon={<EditIcon />} href={area('installations').edit(id)}>
          {t('noun-installations:edit')}
        </LinkButton>
      }
    >
      <QueryState key={id} of={both(entry, way)} skeleton="form">
        {([entity, found]) => (
          <StatedEntry resource={STATED} entity={entity} refresh={refresh}>
            <div className={css.stack}>
              <Stage way={found} />
              <Card title={t('noun-installations:way')}>
                <WaySteps way={found} users={users} />
              </Card>
              <History way={found} />
            </div>
          </StatedEntry>
        )}
      </QueryState>
    </Page>
  )
}

/** The one sentence that is read first. */
function Stage({ way: { stage, since, missing } }: { way: InstallationWay }) {
  const { t } = useUi()
  return (
    <div className={css.now} data-stage={stage}>
      <p>
        {t('noun-installations:nowIn')} <strong>{t(`noun-installations:stage.${stage}`)}</strong>
        <span className={css.quiet}> {t('noun-installations:sinceWhen', { at: tableMoment(since) })}</span>
      </p>
      {missing.length === 0 ? (
        <p className={css.quiet}>{t('noun-installations:nothingMissing')}</p>
      ) : (
        <p className={css.lacks}>{missing.map((one) => t(`noun-installations:missing.${one}`)).join(' · ')}</p>
      )}
    </div>
  )
}

function History({ way: { history } }: { way: InstallationWay }) {
  const { t } = useUi()
  if (history.length === 0) return null
  return (
    <Card title={t('noun-installations:history')}>
      <ol className={css.history}>
        {history.map(({ state, at, by }) => (
          <li key={`${state} ${at}`}>
            <span>{t(`noun-installations:states.${state}`)}</span>
            <span className={css.quiet}>{[tableMoment(at), by].filter((one) => one !== null).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Seals: their list, and one to look at. They are made of pre-seals, and are valid or not. */
import { sealMachine } from '#domain/machines/seals'
import { tableDate } from '#domain/moment'
import { pointsWithArea } from '#domain/points'
import type { Seal } from '#schemas/generated/entities/seal.ts'
import { Card, EmptyState, LinkButton, Page, QueryState, type Translate, useUi } from '#ui'
import { AREA_ICONS } from '#ui/icons/areas.tsx'
import { LockIcon } from '#ui/icons/index.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { area } from '../paths.ts'
import { setupText } from '../presetups/lines.ts'
import { History } from '../resource/history.tsx'
import { resourceList } from '../resource/list-page.tsx'
import type { ResourcePages } from '../resource/resource-pages.ts'
import { StateCard } from '../resource/states/state-card.tsx'
import type { Stated } from '../resource/states/stated.ts'
import { useActions } from '../resource/states/use-actions.ts'
import { InstallationLink } from '../site/installation-link.tsx'
import { type PlaceLists, placeName, placeText, usePlaceLists } from '../site/place-fields.tsx'
import { pointLabel } from '../site/points-editor.tsx'
import css from '../site/site.module.css'

const WORDS = 'noun-seals:'
const paths = area('seals')

const stated: Stated<Seal> = {
  name: 'seals',
  path: 'seals',
  words: WORDS,
  label: ({ name, id }) => (name === '' ? `#${id}` : name),
  machine: { table: sealMachine, tones: { valid: 'good', invalid: 'bad' } },
}

const ListPage = resourceList<Seal, PlaceLists>({
  name: 'seals',
  words: WORDS,
  icon: AREA_ICONS.admin ?? LockIcon,
  collection: (api) => api.entries('seals'),
  isMadeElsewhere: true,
  label: stated.label,
  machine: stated.machine,
  columns: (t, lists) => [
    { attr: 'name', label: t('admin:name'), value: stated.label },
    { attr: 'local', label: t('admin:site.local'), isLong: true, value: (one) => placeName(lists, one) },
    { attr: 'sealedOn', label: t(`${WORDS}sealedOn`), type: 'Date', options: { time: false } },
    { attr: 'points', label: t(`${WORDS}points`), value: ({ points }) => pointsWithArea(points).length },
  ],
  useLists: usePlaceLists,
})

function SealCard({ seal }: { seal: Seal }) {
  const { t } = useUi()
  const all = Object.entries(seal.points)
  return (
    <Card
      title={t(`${WORDS}points`)}
      note={t(`${WORDS}verifiedOn`, { day: seal.sealedOn.split('-').toReversed().join('-') })}
      actions={
        seal.preseal !== null && (
          <LinkButton size="small" href={area('preseals').edit(seal.preseal)}>
            {t(`${WORDS}preseal`)}
          </LinkButton>
        )
      }
    >
      {all.length === 0 && <EmptyState compact title={t('admin:site.noPoints')} />}
      <div className={css.main}>
        {all.map(([name, own]) => (
          <section key={name} aria-label={name} className={css.area}>
            <div className={css.areaHead}>
              <h3>{name}</h3>
            </div>
            <ul className={css.rows}>
              {own.map(({ point, related }) => (
                <li key={point} className={css.what}>
                  {pointLabel(t, point)}
                  {related.length > 0 && <small>{t('admin:site.relatedTo', { points: related.join(', ') })}</small>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}

/** How its history writes a value; null = as any value. */
const sealText = (words: { readonly t: Translate; readonly locale: string }, field: string, value: unknown) =>
  field === 'sealedOn' ? tableDate(value) : field === 'points' ? setupText(words, field, value) : null

function EditPage() {
  const ui = useUi()
  const { t } = ui
  const { api } = useAdmin()
  const queries = useQueryClient()
  const id = Number(useParams().id)
  const lists = usePlaceLists()
  const seal = useQuery({
    queryKey: ['admin', 'seals', id],
    queryFn: ({ signal }) => api.entries<Seal, object>('seals').one(id, signal),
    staleTime: 0,
  })
  const { act } = useActions(stated, () => queries.invalidateQueries({ queryKey: ['admin', 'seals'] }))
  const place = seal.data === undefined ? '' : placeName(lists.data, seal.data)
  return (
    <Page
      title={seal.data === undefined ? t(`${WORDS}one`) : stated.label(seal.data)}
      note={place === '' ? undefined : place}
      back={{ href: paths.list, label: t(`${WORDS}title`) }}
      actions={<InstallationLink local={seal.data?.local ?? null} />}
    >
      <QueryState key={id} of={seal} skeleton="form">
        {(entity) => (
          <div className={css.site} data-plain>
            <SealCard seal={entity} />
            <div className={css.aside}>
              <StateCard resource={stated} entity={entity} act={act} />
              <History
                noun="seal"
                words={WORDS}
                entity={entity}
                columns={[]}
                textOf={(field, value) => placeText(lists.data, field, value) ?? sealText(ui, field, value)}
              />
            </div>
          </div>
        )}
      </QueryState>
    </Page>
  )
}

/** None is added here. */
const NewPage = () => <Navigate to={paths.list} replace />

const pages: ResourcePages = { ListPage, NewPage, EditPage }
export default pages

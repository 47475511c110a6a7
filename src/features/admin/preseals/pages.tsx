/** Pre-seals: their list, beginning one, and the points of one. */
import { presealMachine } from '#domain/machines/preseals'
import { pointsWithArea } from '#domain/points'
import type { PresealDraft } from '#schemas/generated/api/preseal-draft.ts'
import type { Preseal } from '#schemas/generated/entities/preseal.ts'
import { atMost, ifNamed, mandatory } from '#ui'
import { StatusIcon } from '#ui/icons/index.tsx'
import { changedColumn, type ResourcePages, resourcePages } from '../resource/pages.tsx'
import type { Stated } from '../resource/states/stated.ts'
import { KeptNotice } from '../site/kept-notice.tsx'
import { PlaceFields, type PlaceLists, placeName, type PlaceValues, usePlaceLists } from '../site/place-fields.tsx'
import { sitePages } from '../site/site-pages.tsx'
import { PresealEditor } from './preseal-editor.tsx'

const PATH = 'preseal'
const WORDS = 'noun-preseals:'

const stated: Stated<Preseal> = {
  name: 'preseals',
  path: PATH,
  words: WORDS,
  label: ({ name, id }) => (name === '' ? `#${id}` : name),
  machine: { table: presealMachine, tones: { off: 'neutral', on: 'warn', sealed: 'good' }, asks: ['verify'] },
}

const { ListPage } = resourcePages<Preseal, PresealDraft, PlaceValues, PlaceLists>({
  name: 'preseals',
  path: PATH,
  words: WORDS,
  icon: StatusIcon,
  collection: (api) => api.entries(PATH),
  label: stated.label,
  machine: stated.machine,
  top: () => <KeptNotice noun="preseals" path={PATH} />,
  columns: (t, lists) => [
    { attr: 'name', label: t('admin:name'), value: stated.label },
    { attr: 'local', label: t('admin:site.local'), isLong: true, value: (one) => placeName(lists, one) },
    { attr: 'points', label: t(`${WORDS}points`), value: ({ points }) => pointsWithArea(points).length },
    changedColumn(t),
  ],
  useLists: usePlaceLists,
  initial: { name: '', client: null, local: null },
  valuesOf: ({ name, client, local }) => ({ name, client, local }),
  draftOf: (values) => values,
  rules: () => ({ client: mandatory, local: mandatory, name: [ifNamed, atMost(120)] }),
  Fields: PlaceFields,
})

const pages: ResourcePages = {
  ListPage,
  ...sitePages<Preseal>({
    stated,
    blank: (values, at) =>
      ({
        name: '',
        client: null,
        local: null,
        points: {},
        ...values,
        id: 0,
        enabled: false,
        partsAt: {},
        status: 'off',
        stateAt: at,
        createdAt: at,
        updatedAt: at,
      }) as Preseal,
    Editor: PresealEditor,
  }),
}
export default pages

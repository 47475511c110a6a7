/** Pre-setups: their list, beginning one, and the steps of one. */
import { EMPTY_SETUP } from '#domain/presetup'
import { presetupMachine } from '#domain/machines/presetups'
import type { PresetupDraft } from '#schemas/generated/api/presetup-draft.ts'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import { atMost, ifNamed, mandatory } from '#ui'
import { ScheduleIcon } from '#ui/icons/areas.tsx'
import { changedColumn, type ResourcePages, resourcePages } from '../resource/pages.tsx'
import type { Stated } from '../resource/states/stated.ts'
import { KeptNotice } from '../site/kept-notice.tsx'
import { PlaceFields, type PlaceLists, placeName, type PlaceValues, usePlaceLists } from '../site/place-fields.tsx'
import { sitePages } from '../site/site-pages.tsx'
import { SetupEditor } from './setup-editor.tsx'

const PATH = 'presetup'
const WORDS = 'noun-presetups:'

const stated: Stated<Presetup> = {
  name: 'presetups',
  path: PATH,
  words: WORDS,
  label: ({ name, id }) => (name === '' ? `#${id}` : name),
  machine: { table: presetupMachine, tones: { todo: 'warn', ready: 'info', installed: 'good' } },
}

const { ListPage } = resourcePages<Presetup, PresetupDraft, PlaceValues, PlaceLists>({
  name: 'presetups',
  path: PATH,
  words: WORDS,
  icon: ScheduleIcon,
  collection: (api) => api.entries(PATH),
  label: stated.label,
  machine: stated.machine,
  top: () => <KeptNotice noun="presetups" path={PATH} />,
  columns: (t, lists) => [
    { attr: 'name', label: t('admin:name'), value: stated.label },
    { attr: 'local', label: t('admin:site.local'), isLong: true, value: (one) => placeName(lists, one) },
    { attr: 'footscans', label: t(`${WORDS}step.footscans`), value: ({ footscans }) => footscans.length },
    { attr: 'installDate', label: t(`${WORDS}installDate`), type: 'Date', options: { time: false } },
    { attr: 'sealDate', label: t(`${WORDS}sealDate`), type: 'Date', options: { time: false } },
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
  ...sitePages<Presetup>({
    stated,
    blank: (values, at) =>
      ({
        ...EMPTY_SETUP,
        ...values,
        id: 0,
        partsAt: {},
        positions: [],
        status: 'todo',
        stateAt: at,
        assignee: null,
        createdAt: at,
        updatedAt: at,
      }) as Presetup,
    Editor: SetupEditor,
  }),
}
export default pages

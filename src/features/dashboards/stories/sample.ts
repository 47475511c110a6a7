/** Calls that answer from memory, for stories; not part of the product. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { DashboardRevision } from '#schemas/generated/entities/dashboard-revision.ts'
import { formatLayout } from '#engine/core/document/format'
import type { DashboardsApi } from '../../../api/dashboards.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 30)

const entry = (id: string, name: string, part: Partial<Dashboard> = {}): Dashboard => ({
  id,
  name,
  description: '',
  flags: [],
  audience: { to: 'onlyMe', ids: [] },
  owner: 1,
  ownerName: 'admin@aforo.test',
  revision: 2,
  published: true,
  builtIn: false,
  provisioned: false,
  basedOn: null,
  updatedAt: NOW,
  updatedBy: 'admin@aforo.test',
  draft: false,
  mayEdit: true,
  folder: null,
  inSharedFolder: false,
  tags: [],
  starred: false,
  openedAt: null,
  preview: [
    { type: 'number-tile', x: 0, y: 0, w: 4, h: 3 },
    { type: 'time-series', x: 4, y: 0, w: 8, h: 6 },
    { type: 'share-chart', x: 0, y: 3, w: 4, h: 3 },
    { type: 'data-table', x: 0, y: 6, w: 12, h: 5 },
  ],
  ...part,
})

export const ENTRIES: readonly Dashboard[] = [
  entry('foot-compare', 'Comparativa', {
    builtIn: true,
    mayEdit: false,
    owner: null,
    ownerName: null,
    updatedAt: null,
    updatedBy: null,
    flags: ['footCompare'],
    audience: { to: 'everyone', ids: [] },
  }),
  entry('reception000', 'Recepción', {
    folder: 'Norte',
    tags: ['semanal', 'dirección'],
    starred: true,
    openedAt: NOW,
    draft: true,
    audience: { to: 'clients', ids: [1, 2] },
  }),
  entry('ours00000000', 'Comparativa a medida', {
    basedOn: 'foot-compare',
    flags: ['footCompare'],
    audience: { to: 'groups', ids: [1, 2, 3] },
  }),
  entry('broken000000', 'Importado de otro sitio', { revision: 0, published: false }),
  entry('shared000000', 'Ocupación de un nombre muy largo para ver qué hace una tabla con él', {
    mayEdit: false,
    owner: 9,
    ownerName: null,
    updatedBy: null,
    audience: { to: 'clients', ids: [] },
  }),
]

/** A page in three states: what two people made of the first. */
const page = (name: string, title: string, more: object = {}) =>
  formatLayout({
    format: 1,
    _id: 'reception000',
    revision: 1,
    name,
    widgets: { note: { type: 'text', title, options: { markdown: 'Hola' } }, ...more },
    layout: { sections: [{ id: 'top', title: 'Arriba', widgets: ['note', ...Object.keys(more)] }] },
    grids: { large: { note: { x: 0, y: 0, w: 6, h: 4 } } },
  })
export const TEXTS = {
  base: page('Recepción', 'Entradas'),
  mine: page('Recepción norte', 'Entradas de hoy', { people: { type: 'gauge', title: 'Personas ahora' } }),
  theirs: page('Recepción sur', 'Entradas', { hours: { type: 'bar-chart', title: 'Por horas' } }),
}

const revisions: readonly DashboardRevision[] = [
  { number: 3, author: 'admin@aforo.test', at: NOW, note: '', restoredFrom: 1 },
  {
    number: 2,
    author: 'operator@aforo.test',
    at: NOW - 86_400_000,
    note: 'El norte, con las personas que hay ahora',
    restoredFrom: null,
  },
  { number: 1, author: null, at: NOW - 172_800_000, note: '', restoredFrom: null },
]

const refuse = () => Promise.reject(Object.assign(new Error('No.'), { code: 'STORE_UNAVAILABLE' }))

export const sampleApi = (part: Partial<DashboardsApi> = {}): DashboardsApi => ({
  list: () => Promise.resolve([...ENTRIES]),
  provisioned: () => Promise.resolve({ isUsed: false, isReadable: true, files: [] }),
  one: () =>
    Promise.resolve({
      entry: { ...(ENTRIES[1] as Dashboard), revision: 3 },
      revision: 3,
      text: TEXTS.base,
      unfit: [{ path: '/widgets/ins/title', before: null, after: '"Mi título"' }],
    }),
  view: refuse,
  add: refuse,
  duplicate: refuse,
  publish: refuse,
  setAudience: refuse,
  restore: refuse,
  editing: () => Promise.resolve([]),
  keepDraft: refuse,
  setPlace: (id, place) => Promise.resolve(entry(id, 'Recepción', place)),
  star: () => Promise.resolve(),
  folders: () => Promise.resolve([{ name: 'Dirección', mayEdit: true }]),
  search: () => Promise.resolve([]),
  move: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  dropDraft: () => Promise.resolve(),
  draft: () => Promise.resolve(null),
  revisions: () => Promise.resolve([...revisions]),
  revision: (_id, number) => Promise.resolve({ number, text: number === 2 ? TEXTS.mine : TEXTS.base }),
  clients: () =>
    Promise.resolve([
      { id: 1, name: 'Nube Moda', type: 'basic', externalId: null, oldId: null },
      { id: 2, name: 'Casa Alpina', type: 'basic', externalId: null, oldId: null },
    ]),
  groups: () => Promise.resolve([]),
  ...part,
})

import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { createStore } from 'zustand/vanilla'
import { answers, At, say } from '../../../../.storybook/pages.tsx'
import type { DashboardsApi } from '../../../api/dashboards.ts'
import { fromRows } from '#domain/frame-build'
import type { Dashboard } from '#engine'
import type { ScreenDraft } from '#schemas/generated/api/screen-draft.ts'
import type { Screen } from '#schemas/generated/entities/screen.ts'
import { ConfirmRegion, toasts } from '#ui'
import { Head } from '../dashboard-page.tsx'
import { DashboardsFrame } from '../frame.tsx'
import { HistoryPage } from '../history-page.tsx'
import KioskDialog from '../kiosk-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { MergeDialog } from '../merge-dialog.tsx'
import MomentDialog from '../moment-dialog.tsx'
import { PublishDialog } from '../publish-dialog.tsx'
import { ScreenAway, ScreenMessage } from '../screen-message.tsx'
import type { ScreenPorts } from '../screens-panel.tsx'
import { ENTRIES, sampleApi, TEXTS } from './sample.ts'

/** The same function for every drawing, as the page gives it. */
const choices = () => Promise.resolve(ENTRIES.map(({ id, name }) => ({ id, label: name })))

const meta = { title: 'Dashboards/Pages', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

/** Something at an address, with calls from memory. */
const shown = (element: ReactNode, part: Partial<DashboardsApi> = {}): Story => ({
  render: () => (
    <DashboardsFrame ports={{ api: sampleApi(part), area: 'custom', isAdmin: false, mayShare: true, me: { id: 1 }, say, issueText: ({ text }) => text ?? '', flagName: () => 'home:screen.compare', save: fn() }} queries={answers()}>
      <At address="/page/reception000">{element}</At>
    </DashboardsFrame>
  ),
  beforeEach: () => { toasts.clear() },
})
const entry = ENTRIES[1] as (typeof ENTRIES)[number]

export const List: Story = {
  ...shown(<ListPage />),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Recepción')
    await expect(canvas.getByText('Nube Moda, Casa Alpina')).toBeVisible()
    // Every disabled action says why.
    await userEvent.click(canvas.getByRole('button', { name: 'Acciones de Comparativa' }))
    const edit = await screen.findByRole('menuitem', { name: /Editar/ })
    await expect(edit).toHaveAttribute('aria-disabled', 'true')
    await expect(edit).toHaveTextContent('Viene con el producto')
    await userEvent.keyboard('{Escape}')
  },
}
const star = fn(() => Promise.resolve())
const setPlace = fn(() => Promise.resolve(entry))
/** Folder by folder with a miniature of each; a tag narrows the list, a star and a place are one press away. */
export const Folders: Story = {
  ...shown(<ListPage />, { star, setPlace }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const north = within(await canvas.findByRole('region', { name: 'Norte' }))
    await expect(north.getAllByRole('listitem')).toHaveLength(1)
    await expect(canvas.getByRole('region', { name: 'Sin carpeta' })).toBeVisible()
    const favourite = north.getByRole('button', { name: 'Favorito: Recepción' })
    await expect(favourite).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(favourite)
    await expect(star).toHaveBeenCalledWith('reception000', false)
    await userEvent.click(north.getByRole('button', { name: '#semanal' }))
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(1))
    await userEvent.click(canvas.getByRole('button', { name: 'Acciones de Recepción' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Carpeta y etiquetas…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.clear(dialog.getByLabelText('Etiquetas'))
    await userEvent.type(dialog.getByLabelText('Etiquetas'), 'mensual, #tienda')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(setPlace).toHaveBeenCalledWith('reception000', { folder: 'Norte', tags: ['mensual', 'tienda'] }))
  },
}
const onStart = fn()
/** Several dashboards in turns, each for some seconds. */
export const Wall: Story = {
  render: () => <KioskDialog current="reception000" choices={choices} onStart={onStart} onClose={fn()} />,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: /Paneles que se alternan/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Comparativa' }))
    await userEvent.keyboard('{Escape}')
    const seconds = dialog.getByRole('textbox', { name: 'Segundos por página' })
    await userEvent.clear(seconds)
    await userEvent.type(seconds, '30')
    await userEvent.tab()
    await userEvent.click(dialog.getByRole('button', { name: 'Empezar' }))
    await expect(onStart).toHaveBeenCalledWith({ dashboards: ['foot-compare', 'reception000'], seconds: 30 })
  },
}

const wall: Screen = { id: 1, name: 'Recepción', client: 3, dashboards: ['reception000'], seconds: 60, owner: 'ana@aforo.test', mine: true, state: 'active', createdAt: 0, seenAt: Date.UTC(2026, 10, 20, 9), revokedAt: null }
let walls: Screen[] = []
const makeWall = fn(async ({ name, client, dashboards, seconds }: ScreenDraft) => {
  if (name === 'Una más') throw Object.assign(new Error('No.'), { code: 'SCREEN_LIMIT', details: { most: 50 } })
  const made = { ...wall, id: 9, name, client, dashboards, seconds, seenAt: null }
  walls = [made, ...walls]
  return { ...made, token: 'tokenOfTheScreen' }
})
const revokeWall = fn(async (id: number) => { walls = walls.map((one) => (one.id === id ? { ...one, state: 'revoked' as const, revokedAt: 1 } : one)) })
const client = (id: number, name: string) => ({ id, name, type: 'basic' as const, externalId: null, oldId: null })
const screens: ScreenPorts = {
  api: { list: async () => walls, add: makeWall, revoke: revokeWall }, clients: async () => [client(3, 'Nube Moda'), client(4, 'Casa Alpina')], search: () => '?client=3&locals=7',
  lang: () => 'es', linkOf: (token) => `https://aforo.test/screen#${token}`, say, confirmation: null,
}
const screenPorts = () => Promise.resolve(screens)
/** Screens: the link of one is made and shown this once, each says how it is, and is revoked after a question. */
export const Screens: Story = {
  beforeEach: () => { walls = [wall, { ...wall, id: 2, name: 'Escaparate', mine: false, owner: 'luis@aforo.test', state: 'rights' }]; toasts.clear() },
  render: () => <><KioskDialog current="reception000" choices={choices} onStart={onStart} onClose={fn()} screens={screenPorts} /><ConfirmRegion /></>,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    const name = await dialog.findByRole('textbox', { name: 'Nombre de la pantalla' })
    await dialog.findByText(/solo de Nube Moda/)
    await userEvent.type(name, 'ab')
    await userEvent.click(dialog.getByRole('button', { name: 'Crear enlace' }))
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await userEvent.clear(name)
    await userEvent.type(name, 'Una más')
    await userEvent.click(dialog.getByRole('button', { name: 'Crear enlace' }))
    await dialog.findByText(/como mucho 50 pantallas/)
    await userEvent.clear(name)
    await userEvent.type(name, 'Vestíbulo')
    await userEvent.click(dialog.getByRole('button', { name: 'Crear enlace' }))
    await expect(await dialog.findByRole('textbox', { name: 'Enlace de «Vestíbulo»' })).toHaveValue('https://aforo.test/screen#tokenOfTheScreen')
    await expect(makeWall).toHaveBeenLastCalledWith({ name: 'Vestíbulo', client: 3, dashboards: ['reception000'], search: 'client=3&locals=7', seconds: 60, lang: 'es' })
    await dialog.findByText('Parada: faltan permisos')
    await expect(dialog.getByText(/De luis@aforo\.test/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Revocar Recepción' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revocar' }))
    await waitFor(() => expect(revokeWall).toHaveBeenCalledWith(1))
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Revocar Recepción' })).toBeNull())
  },
}
/** The link of a wall was revoked. */
export const ScreenRevoked: Story = {
  render: () => <ScreenMessage ended="revoked" />,
  play: async ({ canvasElement }) => { await within(canvasElement).findByText(/Se ha revocado el enlace de esta pantalla/) },
}
/** The server is away: since when, and of when the figures are. */
export const ScreenWithoutServer: Story = {
  render: () => <ScreenAway since={new Date(2026, 10, 20, 14, 5).getTime()} figuresAt={new Date(2026, 10, 20, 14, 0).getTime()} />,
  play: async ({ canvasElement }) => { await expect(await within(canvasElement).findByRole('status')).toHaveTextContent('Sin conexión con el servidor desde el 20 nov, 14:05. Los datos son del 20 nov, 14:00.') },
}

export const ListFailed: Story = shown(<ListPage />, { list: () => Promise.reject(Object.assign(new Error('No.'), { code: 'STORE_UNAVAILABLE' })) })
export const NoDashboards: Story = shown(<ListPage />, { list: () => Promise.resolve([]) })

export const History: Story = {
  ...shown(<HistoryPage />),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Revisión 2/ }))
    await canvas.findByText('Recepción norte')
    await expect(canvas.getByText('Personas ahora')).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: 'Como texto' }))
    await waitFor(() => expect(canvas.getByLabelText('Como texto', { selector: 'pre' })).toHaveTextContent('"name": "Recepción norte"'))
  },
}

/** Refused by the server: what is wrong and where, and the work is still there. */
export const PublishRefused: Story = {
  ...shown(<PublishDialog entry={entry} base={TEXTS.base} mine={TEXTS.mine} revision={2} onPublished={fn()} onMerged={fn()} onClose={fn()} />, {
    publish: () => Promise.reject(Object.assign(new Error('No.'), { code: 'DASHBOARD_INVALID', details: { count: 1, issues: [{ code: 'WIDGET_UNKNOWN_TYPE', line: 12, text: 'No hay un tipo de widget «holograma».', params: {} }] } })),
  }),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Publicar' }))
    await dialog.findByText(/Línea 12/)
    await expect(dialog.getByRole('alert')).toHaveTextContent('no se puede publicar')
  },
}

const onMerged = fn()
export const Merge: Story = {
  ...shown(<MergeDialog conflict={{ revision: 3, base: TEXTS.base, text: TEXTS.theirs }} mine={TEXTS.mine} onMerged={onMerged} onClose={fn()} />),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('radio', { name: 'Revisión 3' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Seguir con los dos' }))
    const merged = JSON.parse(String(onMerged.mock.lastCall?.[0])) as { name: string; widgets: Record<string, { title: string }> }
    await expect([merged.name, merged.widgets.note?.title, Object.keys(merged.widgets).toSorted()]).toEqual(['Recepción sur', 'Entradas de hoy', ['hours', 'note', 'people']])
  },
}

/** As far as its head reads it. */
const titled = (title: string, shown: object = {}) => ({
  store: createStore(() => ({ title, params: {}, widgets: {}, sections: [], notices: [], labels: { local: new Map([[4, 'Gran Vía'], [5, 'Sol']]) } })), shown: createStore(() => shown), widgets: {}, model: { id: 'reception000', widgets: new Map() },
}) as unknown as Dashboard

/** A dashboard that shows one widget of a few rows. */
function showing(rows: number): Dashboard {
  const widget = { kind: 'live', id: 'now', type: 'number-tile', options: { metric: 'ins' }, data: { rows: { query: 'main', steps: [] } }, definition: { migrations: [] }, section: 'top' }
  const frame = fromRows([{ id: 'local', type: 'int', role: 'dim', unit: 'id' }, { id: 'ins', type: 'int', role: 'measure', unit: 'count' }], Array.from({ length: rows }, (_, at) => [at, at * 7]))
  const state = { labels: { local: new Map([[1, 'Gran Vía']]) }, widgets: { now: { kind: 'ready', frames: { rows: frame }, values: { locals: [1] }, at: 0, ageMs: 0 } } }
  return {
    model: { id: 'reception000', sections: [{ id: 'top', widgets: ['now'] }], params: new Map(), queries: new Map(), widgets: new Map([['now', widget]]) },
    store: { getState: () => state }, widgets: { now: { id: 'now', type: 'number-tile', title: 'Entradas de hoy', section: 'top' } },
  } as unknown as Dashboard
}

/** The head of a dashboard for four readers: who may edit it, who opened what ships with the product, who may only read it, and one of whom nothing is known yet. */
const readers = { mine: { starred: true, onStar: fn(), editPath: '/edit/mine' }, product: { starred: false, onStar: fn(), onCustomise: fn() }, shared: { starred: false, onStar: fn() }, unknown: undefined }
export const EditAndFavourite: Story = {
  ...shown(
    <>
      {Object.entries(readers).map(([name, own]) => (
        <section key={name} aria-label={name}><Head dashboard={titled('Recepción')} product="Aforo" kiosk={null} own={own} /></section>
      ))}
    </>,
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const head = (name: keyof typeof readers) => within(canvas.getByRole('region', { name }))
    await expect(head('mine').getByRole('link', { name: 'Editar' })).toHaveAttribute('href', '/edit/mine')
    await expect(head('mine').getByRole('button', { name: 'Favorito' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(head('mine').getByRole('button', { name: 'Favorito' }))
    await expect(readers.mine.onStar).toHaveBeenCalledWith(false)
    await userEvent.click(head('product').getByRole('button', { name: 'Editar' }))
    await expect(readers.product.onCustomise).toHaveBeenCalledOnce()
    await userEvent.click(head('product').getByRole('button', { name: 'Favorito' }))
    await expect(readers.product.onStar).toHaveBeenCalledWith(true)
    await expect(head('shared').getByRole('button', { name: 'Favorito' })).toHaveAttribute('aria-pressed', 'false')
    for (const name of ['shared', 'unknown'] as const) await expect(head(name).queryByText('Editar')).toBeNull()
    await expect(head('unknown').queryByRole('button', { name: 'Favorito' })).toBeNull()
  },
}

const BASIS = { stores: 'same', asked: 9, compared: 7, comparing: 8, reference: 9, leftOut: [{ local: 4, reason: 'notComparing' }, { local: 5, reason: 'coverage', share: 0.412 }] }

/** Beside the title stands of how many stores the figures are, and behind it which are left out and why. */
export const StoresCompared: Story = {
  ...shown(<Head dashboard={titled('Comparativa', { kpi: { kind: 'ready', basis: BASIS } })} product="Aforo" kiosk={null} />),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '7 de 9 tiendas' }))
    const note = within(await within(document.body).findByRole('dialog'))
    await expect(note.getByText(/las 7 tiendas que se pueden comparar\. 8 tienen datos en el periodo y 9 en la referencia/)).toBeInTheDocument()
    await expect(note.getByText('Gran Vía').nextElementSibling).toHaveTextContent('solo en la referencia')
    await expect(note.getByText('Sol').nextElementSibling).toHaveTextContent('llegó el 41,2 %')
  },
}

const save = fn()
export const SaveMoment: Story = {
  ...shown(<MomentDialog dashboard={showing(40)} save={save} onClose={fn()} />),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/No lleva contraseñas/)
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar archivo' }))
    const [name, content] = (save.mock.lastCall ?? []) as [string, Blob]
    await expect(name).toMatch(/^reception000-\d{8}-\d{4}\.json$/)
    await expect(await content.text()).not.toContain('Gran Vía')
  },
}

/** More than a fixture may hold: said before anything is saved. */
export const MomentTooLarge: Story = {
  ...shown(<MomentDialog dashboard={showing(90_000)} save={save} onClose={fn()} />),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/el máximo son 512 KB/)
    await expect(dialog.getByRole('button', { name: 'Guardar archivo' })).toBeDisabled()
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { createStore } from 'zustand/vanilla'
import { answers, At, say } from '../../../../.storybook/pages.tsx'
import type { DashboardsApi } from '../../../api/dashboards.ts'
import { LEFT_OUT_REASONS } from '#domain/basis'
import { DAYS } from '#domain/day-columns'
import { fromRows } from '#domain/frame-build'
import type { Dashboard } from '#engine'
import type { ScreenDraft } from '#schemas/generated/api/screen-draft.ts'
import type { Dashboard as ListedDashboard } from '#schemas/generated/entities/dashboard.ts'
import type { ProvisionedDashboard } from '#schemas/generated/entities/provisioned-dashboard.ts'
import type { Screen } from '#schemas/generated/entities/screen.ts'
import { BarButton, BarMenu, ConfirmRegion, toasts } from '#ui'
import { GlobeIcon, MailIcon } from '#ui/icons/index.tsx'
import { type DashboardPageProps, Head } from '../dashboard-page.tsx'
import { DashboardsFrame } from '../frame.tsx'
import { HistoryPage } from '../history-page.tsx'
import KioskDialog from '../kiosk-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { MergeDialog } from '../merge-dialog.tsx'
import MomentDialog from '../moment-dialog.tsx'
import { NewPage } from '../new-page.tsx'
import { PublishDialog } from '../publish-dialog.tsx'
import { ReadOnlyPage } from '../read-only-page.tsx'
import { ScreenAway, ScreenMessage } from '../screen-message.tsx'
import type { ScreenPorts } from '../screens-panel.tsx'
import type { AnnotationsPorts, ViewsPorts } from '../viewing/ports.ts'
import type { RefreshPorts } from '../viewing/refresh-button.tsx'
import { ENTRIES, sampleApi, TEXTS } from './sample.ts'

/** The same function for every drawing, as the page gives it. */
const choices = () => Promise.resolve(ENTRIES.map(({ id, name }) => ({ id, label: name })))

const meta = { title: 'Dashboards/Pages', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

/** Something at an address, with calls from memory. */
const shown = (element: ReactNode, part: Partial<DashboardsApi> = {}, area: 'admin' | 'custom' = 'custom'): Story => ({
  render: () => (
    <DashboardsFrame
      ports={{
        api: sampleApi(part),
        area,
        isAdmin: false,
        mayShare: true,
        me: { id: 1 },
        say,
        issueText: ({ message, params, text }) =>
          message === 'WIDGET_UNKNOWN_TYPE' ? `No existe el tipo de widget «${params?.type}».` : text,
        flagName: () => 'home:screen.compare',
        templates: ['overview-of-all', 'hours-of-week'],
        save: fn(),
      }}
      queries={answers()}
    >
      <At address="/page/reception000">{element}</At>
    </DashboardsFrame>
  ),
  beforeEach: () => {
    toasts.clear()
  },
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
/** The editor's address of a dashboard that comes with the product: a copy is one press away. */
export const ReadOnly: Story = {
  ...shown(<ReadOnlyPage entry={ENTRIES[0] as (typeof ENTRIES)[number]} />),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('heading', { level: 1, name: 'Comparativa' })).toBeVisible()
    await expect(canvas.getByText('Viene con el producto: duplícalo o personalízalo.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Duplicar' }))
    await screen.findByRole('dialog', { name: 'Duplicar Comparativa' })
    await userEvent.keyboard('{Escape}')
  },
}
const BOARDS: readonly ListedDashboard[] = ENTRIES.slice(0, 1).flatMap((one) => [
  {
    ...one,
    id: 'overview-of-all',
    name: 'Resumen del tráfico',
    description: 'Entradas por día y por tienda, con su cambio.',
  },
  {
    ...one,
    id: 'hours-of-week',
    name: 'La semana por horas',
    description: 'A qué hora viene la gente, cada día de la semana.',
  },
])
const duplicated = fn(() => Promise.resolve(entry))
/** A board to start from is a picture and a sentence; its name is taken until another one is typed. */
export const NewFromABoard: Story = {
  ...shown(<NewPage />, { list: () => Promise.resolve([...BOARDS, ...ENTRIES]), duplicate: duplicated }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const points = within(await canvas.findByRole('group', { name: 'Punto de partida' }))
    await expect(points.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
      'Una página vacíaSin filtros ni widgets todavía.',
      'Resumen del tráficoEntradas por día y por tienda, con su cambio.',
      'La semana por horasA qué hora viene la gente, cada día de la semana.',
    ])
    await userEvent.click(points.getByRole('radio', { name: /La semana por horas/ }))
    const name = canvas.getByRole('textbox', { name: /^Nombre/ })
    await expect(name).toHaveValue('La semana por horas')
    await expect(canvas.queryByRole('textbox', { name: /^Descripción/ })).toBeNull()
    await userEvent.clear(name)
    await userEvent.type(name, 'Mi semana')
    await userEvent.click(points.getByRole('radio', { name: /Resumen del tráfico/ }))
    await expect(name).toHaveValue('Mi semana')
    await userEvent.click(canvas.getByRole('button', { name: 'Crear y editar' }))
    await waitFor(() => expect(duplicated).toHaveBeenCalledWith('overview-of-all', { name: 'Mi semana' }))
  },
}
const file = (name: string, part: Partial<ProvisionedDashboard>): ProvisionedDashboard => ({
  file: name,
  id: 'x',
  state: 'refused',
  reason: 'invalid',
  by: null,
  issues: [],
  ...part,
})
/** What became of the files of the operator's folder, for administrators. */
export const FolderWithMistakes: Story = {
  ...shown(
    <ListPage />,
    {
      provisioned: () =>
        Promise.resolve({
          isUsed: true,
          isReadable: true,
          files: [
            file('stores/entrance.json', { state: 'shown', reason: null }),
            file('stores/week.json', {
              state: 'kept',
              issues: [
                {
                  code: 'WIDGET_UNKNOWN_TYPE',
                  line: 12,
                  column: 5,
                  params: { type: 'hologram' },
                  text: 'There is no widget type "hologram".',
                },
              ],
            }),
            file('stores/twice.json', { reason: 'idTaken', id: 'entrance', by: 'stores/entrance.json' }),
            file('stores/own.json', { reason: 'idTaken', id: 'foot-compare', by: 'Aforo' }),
          ],
        }),
    },
    'admin',
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const notice = within((await canvas.findByText('Carpeta de paneles')).parentElement?.parentElement as HTMLElement)
    await expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'stores/week.json se muestra como estaba: línea 12: No existe el tipo de widget «hologram».',
      'stores/twice.json no se muestra: su id entrance ya es de stores/entrance.json',
      'stores/own.json no se muestra: su id foot-compare ya es de un panel del producto',
    ])
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
    await waitFor(() =>
      expect(setPlace).toHaveBeenCalledWith('reception000', { folder: 'Norte', tags: ['mensual', 'tienda'] }),
    )
  },
}
const onStart = fn()
/** Several dashboards in turns, each for some seconds. */
export const Wall: Story = {
  render: () => <KioskDialog current="reception000" choices={choices} onStart={onStart} onClose={fn()} />,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: /Paneles que se alternan/ }))
    // No choice has a meaning, which is said.
    const none = await screen.findByRole('button', { name: 'Quitar todos' })
    await userEvent.click(none)
    await waitFor(() => expect(dialog.getByText('Solo este panel')).toBeVisible())
    await userEvent.click(await screen.findByRole('option', { name: 'Recepción' }))
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

const wall: Screen = {
  id: 1,
  name: 'Recepción',
  client: 3,
  dashboards: ['reception000'],
  seconds: 60,
  owner: 'ana@aforo.test',
  mine: true,
  state: 'active',
  createdAt: 0,
  seenAt: Date.UTC(2026, 10, 20, 9),
  revokedAt: null,
}
let walls: Screen[] = []
const makeWall = fn(async ({ name, client, dashboards, seconds }: ScreenDraft) => {
  if (name === 'Una más') throw Object.assign(new Error('No.'), { code: 'SCREEN_LIMIT', details: { most: 50 } })
  const made = { ...wall, id: 9, name, client, dashboards, seconds, seenAt: null }
  walls = [made, ...walls]
  return { ...made, token: 'tokenOfTheScreen' }
})
const revokeWall = fn(async (id: number) => {
  walls = walls.map((one) => (one.id === id ? { ...one, state: 'revoked' as const, revokedAt: 1 } : one))
})
const client = (id: number, name: string) => ({ id, name, type: 'basic' as const, externalId: null, oldId: null })
const screens: ScreenPorts = {
  api: { list: async () => walls, add: makeWall, revoke: revokeWall },
  clients: async () => [client(3, 'Nube Moda'), client(4, 'Casa Alpina')],
  search: () => '?client=3&locals=7',
  lang: () => 'es',
  linkOf: (token) => `https://aforo.test/screen#${token}`,
  say,
  confirmation: null,
}
const screenPorts = () => Promise.resolve(screens)
/** Screens: the link of one is made and shown this once, each says how it is, and is revoked after a question. */
export const Screens: Story = {
  beforeEach: () => {
    walls = [wall, { ...wall, id: 2, name: 'Escaparate', mine: false, owner: 'luis@aforo.test', state: 'rights' }]
    toasts.clear()
  },
  render: () => (
    <>
      <KioskDialog current="reception000" choices={choices} onStart={onStart} onClose={fn()} screens={screenPorts} />
      <ConfirmRegion />
    </>
  ),
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
    await expect(await dialog.findByRole('textbox', { name: 'Enlace de «Vestíbulo»' })).toHaveValue(
      'https://aforo.test/screen#tokenOfTheScreen',
    )
    await expect(makeWall).toHaveBeenLastCalledWith({
      name: 'Vestíbulo',
      client: 3,
      dashboards: ['reception000'],
      search: 'client=3&locals=7',
      seconds: 60,
      lang: 'es',
    })
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
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/Se ha revocado el enlace de esta pantalla/)
  },
}
/** The server is away: since when, and of when the figures are. */
export const ScreenWithoutServer: Story = {
  render: () => (
    <ScreenAway since={new Date(2026, 10, 20, 14, 5).getTime()} figuresAt={new Date(2026, 10, 20, 14, 0).getTime()} />
  ),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('status')).toHaveTextContent(
      'Sin conexión con el servidor desde el 20 nov, 14:05. Los datos son del 20 nov, 14:00.',
    )
  },
}

export const ListFailed: Story = shown(<ListPage />, {
  list: () => Promise.reject(Object.assign(new Error('No.'), { code: 'STORE_UNAVAILABLE' })),
})
export const NoDashboards: Story = shown(<ListPage />, { list: () => Promise.resolve([]) })

export const History: Story = {
  ...shown(<HistoryPage />),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Revisión 2/ }))
    await canvas.findByText('Recepción norte')
    await expect(canvas.getByText('Personas ahora')).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: 'Como texto' }))
    await waitFor(() =>
      expect(canvas.getByLabelText('Como texto', { selector: 'pre' })).toHaveTextContent('"name": "Recepción norte"'),
    )
  },
}

const KEPT_AT = 1_790_000_000_000
const publish = fn((_id: string, _sent: object) =>
  Promise.reject(
    Object.assign(new Error('No.'), {
      code: 'DASHBOARD_INVALID',
      details: {
        count: 1,
        issues: [{ code: 'WIDGET_UNKNOWN_TYPE', line: 12, text: 'No hay un tipo de widget «holograma».', params: {} }],
      },
    }),
  ),
)
/**
 * Refused by the server: what is wrong and where, and the work is still there. The draft it goes on from was named, so
 * that one of another device stays.
 */
export const PublishRefused: Story = {
  ...shown(
    <PublishDialog
      entry={entry}
      base={TEXTS.base}
      mine={TEXTS.mine}
      revision={2}
      after={() => KEPT_AT}
      onPublished={fn()}
      onMerged={fn()}
      onClose={fn()}
    />,
    { publish },
  ),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Publicar' }))
    await dialog.findByText(/Línea 12/)
    await expect(dialog.getByRole('alert')).toHaveTextContent('no se puede publicar')
    await expect(publish.mock.lastCall?.[1]).toMatchObject({ revision: 2, after: KEPT_AT })
  },
}

const onMerged = fn()
export const Merge: Story = {
  ...shown(
    <MergeDialog
      conflict={{ revision: 3, base: TEXTS.base, text: TEXTS.theirs }}
      mine={TEXTS.mine}
      onMerged={onMerged}
      onClose={fn()}
    />,
  ),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('radio', { name: 'Revisión 3' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Seguir con los dos' }))
    const merged = JSON.parse(String(onMerged.mock.lastCall?.[0])) as {
      name: string
      widgets: Record<string, { title: string }>
    }
    await expect([merged.name, merged.widgets.note?.title, Object.keys(merged.widgets).toSorted()]).toEqual([
      'Recepción sur',
      'Entradas de hoy',
      ['hours', 'note', 'people'],
    ])
  },
}

/** As far as its head reads it. */
const titled = (title: string, shown: object = {}) =>
  ({
    store: createStore(() => ({
      title,
      params: {},
      widgets: {},
      sections: [],
      notices: [],
      labels: {
        local: new Map([
          [4, 'Gran Vía'],
          [5, 'Sol'],
        ]),
      },
    })),
    shown: createStore(() => shown),
    widgets: {},
    model: { id: 'reception000', widgets: new Map() },
  }) as unknown as Dashboard

/** A dashboard that shows one widget of a few rows. */
function showing(rows: number): Dashboard {
  const widget = {
    kind: 'live',
    id: 'now',
    type: 'number-tile',
    options: { metric: 'ins' },
    data: { rows: { query: 'main', steps: [] } },
    definition: { migrations: [] },
    section: 'top',
  }
  const frame = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim', unit: 'id' },
      { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
    ],
    Array.from({ length: rows }, (_, at) => [at, at * 7]),
  )
  const state = {
    labels: { local: new Map([[1, 'Gran Vía']]) },
    widgets: { now: { kind: 'ready', frames: { rows: frame }, values: { locals: [1] }, at: 0, ageMs: 0 } },
  }
  return {
    model: {
      id: 'reception000',
      sections: [{ id: 'top', widgets: ['now'] }],
      params: new Map(),
      queries: new Map(),
      widgets: new Map([['now', widget]]),
    },
    store: { getState: () => state },
    widgets: { now: { id: 'now', type: 'number-tile', title: 'Entradas de hoy', section: 'top' } },
  } as unknown as Dashboard
}

/**
 * The head of a dashboard for four readers: who may edit it, who opened what ships with the product, who may only read
 * it, and one of whom nothing is known yet.
 */
const readers = {
  mine: { starred: true, onStar: fn(), editPath: '/edit/mine' },
  product: { starred: false, onStar: fn(), onCustomise: fn() },
  shared: { starred: false, onStar: fn() },
  unknown: undefined,
}
export const EditAndFavourite: Story = {
  ...shown(
    <>
      {Object.entries(readers).map(([name, own]) => (
        <section key={name} aria-label={name}>
          <Head dashboard={titled('Recepción')} product="Aforo" kiosk={null} own={own} />
        </section>
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

const printed = fn()
/** Everything that can be done with a dashboard, as one who may do all of it sees it. */
const wholeHead = (
  <Head
    dashboard={{ ...titled('Tráfico por tienda y hora'), promoteAll: () => Promise.resolve() }}
    product="Aforo"
    kiosk={null}
    onKiosk={fn()}
    own={readers.mine}
    views={{} as ViewsPorts}
    annotations={{ all: null } as AnnotationsPorts}
    refresh={{ seconds: null } as RefreshPorts}
    links={() => <BarButton id="publicLink" label="Enlace público" icon={<GlobeIcon />} onPress={fn()} />}
    reports={() => (
      <BarMenu
        id="reports"
        label="Informes"
        icon={<MailIcon />}
        actions={[{ id: 'files', actions: [{ id: 'pdf', label: 'PDF', onAction: printed }] }]}
      />
    )}
    saveMoment={fn()}
  />
)
const buttonsOf = (canvas: HTMLElement) =>
  within(canvas)
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
const linesOf = (canvas: HTMLElement) =>
  new Set(
    within(canvas)
      .getAllByRole('button')
      .map((one) => Math.round(one.getBoundingClientRect().bottom)),
  ).size

/** Where there is room every button is in sight. */
export const AllActions: Story = {
  ...shown(wholeHead),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(buttonsOf(canvasElement)).toHaveLength(10))
    await expect(buttonsOf(canvasElement)).not.toContain('Más acciones')
  },
}

/** On a phone what is used most stays in one line, and the rest is a menu that keys reach. */
export const ActionsOnAPhone: Story = {
  ...shown(wholeHead),
  globals: { width: '390' },
  beforeEach: () => {
    printed.mockReset()
    const real = globalThis.matchMedia
    globalThis.matchMedia = (query) => (query === '(width < 600px)' ? real('all') : real(query))
    return () => {
      globalThis.matchMedia = real
    }
  },
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect(buttonsOf(canvasElement)).toEqual([
        'Favorito',
        'Vistas guardadas',
        'Actualización de los datos',
        'Más acciones',
      ]),
    )
    await expect(linesOf(canvasElement)).toBe(1)
    const more = within(canvasElement).getByRole('button', { name: 'Más acciones' })
    more.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
        'Notas',
        'Copiar enlace',
        'Enlace público',
        'Imprimir',
        'Modo pantalla',
        'Guardar este momento',
        'PDF',
      ]),
    )
    await userEvent.keyboard('{End}{Enter}')
    await waitFor(() => expect(printed).toHaveBeenCalledOnce())
    await waitFor(() => expect(more).toHaveFocus())
  },
}

const BASIS = {
  stores: 'same',
  asked: 9,
  compared: 7,
  comparing: 8,
  reference: 9,
  leftOut: [
    { local: 4, reason: 'notComparing' },
    { local: 5, reason: 'coverage', share: 0.412 },
  ],
  days: { paired: 20, comparing: 3, reference: 3, named: [], calendars: 2 },
}
const [NOV, OCT] = [20_758, 20_727]
const DAY_ROWS = fromRows(DAYS, [
  [NOV, OCT + 3, 'weekday', '', 9, 1204, 1100, 104, 1180, 1090, 90],
  [NOV + 1, OCT + 4, 'event', 'easter', 6, 900, 880, 20, 850, 850, 0],
  [NOV + 2, OCT + 9, 'holiday', 'Fiesta mayor', 3, 400, 400, 0, 380, 380, 0],
  [NOV + 22, null, 'outside', '', 9, 700, 0, 700, null, null, null],
  [null, OCT, 'taken', '', 9, null, null, null, 650, 0, 650],
])
/** The head of a page that compares, with the answer of the table of days. */
const comparing = (
  basis: object,
  beside: Dashboard['beside'] = () => Promise.resolve(DAY_ROWS),
  kiosk: DashboardPageProps['kiosk'] = null,
) => (
  <Head
    dashboard={{ ...titled('Comparativa', { kpi: { kind: 'ready', basis } }), beside }}
    product="Aforo"
    kiosk={kiosk}
    exportCsv={exportDays}
  />
)
const exportDays = fn(() => Promise.resolve())

/** The mark beside the title says how many stores the figures cover; its panel lists which are left out and why. */
export const StoresCompared: Story = {
  ...shown(comparing(BASIS)),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '7 de 9 tiendas' }))
    const note = within(await within(document.body).findByRole('dialog'))
    await expect(
      note.getByText(/las 7 tiendas que se pueden comparar\. 8 tienen datos en el periodo y 9 en la referencia/),
    ).toBeInTheDocument()
    await expect(note.getByText('Gran Vía').nextElementSibling).toHaveTextContent('solo en la referencia')
    await expect(note.getByText('Sol').nextElementSibling).toHaveTextContent('llegó el 41,2 %')
  },
}

/** Where rooms are compared, they are called so: in the mark, behind it and on a wall. */
export const RoomsCompared: Story = {
  ...shown(
    <>
      {comparing({ ...BASIS, places: 'rooms', withoutHours: 3, days: undefined })}
      <section aria-label="wall">
        {comparing({ ...BASIS, places: 'rooms', stores: 'all' }, undefined, {
          dashboards: [],
          seconds: 60,
        } as unknown as DashboardPageProps['kiosk'])}
      </section>
    </>,
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(
      within(canvas.getByRole('region', { name: 'wall' })).getByText(
        'Todas las salas: 8 frente a 9 · Las variaciones no se valoran',
      ),
    ).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: '7 de 9 salas' }))
    const note = await within(document.body).findByRole('dialog', { name: 'Salas comparadas' })
    await expect(within(note).getByText(/las 7 salas que se pueden comparar/)).toBeInTheDocument()
    await expect(within(note).getByText('Sin horario: 3, sobre las horas de la semana con datos.')).toBeInTheDocument()
    await expect(within(note).queryByText(/tienda/)).toBeNull()
  },
}

/** Every reason for which a store is left out has its words. */
export const StoresLeftOut: Story = {
  ...shown(
    comparing({
      ...BASIS,
      asked: 14,
      leftOut: LEFT_OUT_REASONS.map((reason, at) => ({
        local: 20 + at,
        reason,
        ...(reason === 'coverage' && { share: 0.5 }),
        ...(reason === 'zeros' && { share: 0.24 }),
      })),
    }),
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '7 de 14 tiendas' }))
    const list = within(await within(document.body).findByRole('dialog')).getByLabelText('No comparables')
    await expect(
      within(list)
        .getAllByRole('definition')
        .map((one) => one.textContent.replaceAll('\u00a0', ' ')),
    ).toEqual([
      'sin datos',
      'solo en la referencia',
      'solo en el periodo',
      'abrió demasiado tarde',
      'cerró más días en uno de ellos',
      'llegó el 50,0 %',
      'nadie en el 24,0 % de lo habitual: footscan o cierre',
    ])
  },
}

/**
 * Behind the second tab: which day lies on which, what has no counterpart, and totals that add up; the file has all
 * columns.
 */
export const DaysCompared: Story = {
  ...shown(comparing(BASIS)),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '7 de 9 tiendas' }))
    const note = within(await within(document.body).findByRole('dialog'))
    await userEvent.click(note.getByRole('tab', { name: 'Días' }))
    await expect(note.getByText(/Sin pareja: 3 del periodo y 3 de la referencia/)).toHaveTextContent(
      'Las tiendas siguen 2 calendarios de festivos.',
    )
    const table = within(await note.findByRole('table', { name: 'Días comparados' }))
    for (const why of [
      'mismo día de la semana',
      'Semana Santa',
      'Fiesta mayor',
      'sin pareja: cae fuera del otro periodo',
      'sin pareja: un festivo o evento ocupa su día',
    ])
      await expect(table.getByText(why)).toBeVisible()
    const total = table.getAllByRole('row').find((row) => row.textContent.startsWith('Total'))
    // 1,100 + 880 + 400 compared and 104 + 20 + 700 left out are the 3,204 of the period.
    await expect(total).toHaveTextContent(/2[.\s]?380.*824.*2[.\s]?320.*740/)
    await userEvent.click(note.getByRole('button', { name: 'Exportar CSV' }))
    await expect(exportDays.mock.lastCall).toMatchObject([
      { dashboard: 'Comparativa', widget: 'Días comparados' },
      { rows: { length: 5 }, columns: { length: 10 } },
    ])
  },
}

/** While the table of days is loading, and when it does not come. */
export const DaysLoading: Story = {
  ...shown(<>{comparing(BASIS, () => new Promise(() => undefined))}</>),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '7 de 9 tiendas' }))
    const note = within(await within(document.body).findByRole('dialog'))
    await userEvent.click(note.getByRole('tab', { name: 'Días' }))
    await expect(note.queryByRole('table')).toBeNull()
  },
}
export const DaysFailed: Story = {
  ...shown(<>{comparing(BASIS, () => Promise.reject(new Error('503')))}</>),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '7 de 9 tiendas' }))
    const note = within(await within(document.body).findByRole('dialog'))
    await userEvent.click(note.getByRole('tab', { name: 'Días' }))
    // The panel of the tab may still be coming into view.
    await waitFor(() => expect(note.getByText('SOURCE_FAILED')).toBeVisible())
  },
}

/** All stores, or all because none can be compared: how many each side has, and that nothing is judged. */
export const StoresMixed: Story = {
  ...shown(
    <>
      {comparing({ ...BASIS, stores: 'all', comparing: 8, reference: 1 })}
      {comparing({
        ...BASIS,
        stores: 'all',
        why: 'none',
        asked: 1,
        compared: 0,
        comparing: 1,
        reference: 1,
        leftOut: [{ local: 5, reason: 'coverage', share: 0.6 }],
      })}
    </>,
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Todas las tiendas: 8 frente a 1' }))
    await expect(
      within(await within(document.body).findByRole('dialog')).getByText(/por eso las variaciones no se valoran/),
    ).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Todas las tiendas: 1 frente a 1' }))
    await expect(
      within(await within(document.body).findByRole('dialog')).getByText(/Ninguna tienda se puede comparar/),
    ).toBeInTheDocument()
  },
}

/** Nothing where every store is compared on its weekdays; on a wall the words represent the button. */
export const StoresSilentOrStill: Story = {
  ...shown(
    <>
      <section aria-label="same">
        {comparing({
          ...BASIS,
          compared: 9,
          leftOut: [],
          days: { paired: 7, comparing: 0, reference: 0, named: [], calendars: 1 },
        })}
      </section>
      <section aria-label="wall">
        {comparing({ ...BASIS, stores: 'all', comparing: 8, reference: 1 }, undefined, {
          dashboards: [],
          seconds: 60,
        } as unknown as DashboardPageProps['kiosk'])}
      </section>
    </>,
  ),
  play: async ({ canvasElement }) => {
    const region = (name: string) => within(within(canvasElement).getByRole('region', { name }))
    await expect(region('same').queryByText(/tiendas/)).toBeNull()
    await expect(
      region('wall').getByText('Todas las tiendas: 8 frente a 1 · Las variaciones no se valoran'),
    ).toBeVisible()
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

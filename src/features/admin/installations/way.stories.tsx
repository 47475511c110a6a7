import type { Meta, StoryObj } from '@storybook/react-vite'
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'
import type { InstallationWay } from '#schemas/generated/entities/installation-way.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { ComponentType } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, refused, say } from '../../../../.storybook/pages.tsx'
import type { AdminApi, Collection } from '../../../api/admin.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { sampleApi } from '../stories/sample.ts'
import { BoardPage } from './board-page.tsx'
import { InstallationPage } from './way-page.tsx'

const meta = {
  title: 'Admin/Installations/Way',
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta
export default meta
type Story = StoryObj

const at = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour, 15)
const own = { id: 41, name: 'PV-2026-120', client: 1, local: 1 } as const
const named = { ...own, clientName: 'Nube Moda', localName: 'Gran Vía 32' } as const
const none = { since: null, holder: null, missing: [] } as const

const UNDER_WAY: InstallationWay = {
  ...named,
  status: 'underway',
  stage: 'installation',
  since: at(12),
  holder: 1,
  missing: ['presetupNone', 'notInstalled'],
  order: { id: 20, name: 'PV-2026-120' },
  oldId: 'T-1201',
  entries: { presetup: null, preseal: null, seal: null },
  steps: [
    { step: 'order', state: 'done', since: at(10), holder: 2, missing: [] },
    { step: 'localOrder', state: 'done', since: at(9), holder: null, missing: [] },
    { step: 'presetup', state: 'skipped', since: null, holder: null, missing: ['presetupNone'] },
    { step: 'installation', state: 'current', since: at(12), holder: 1, missing: ['notInstalled'] },
    { step: 'preseal', state: 'ahead', ...none, missing: ['presealNone'] },
    { step: 'seal', state: 'ahead', ...none, missing: ['sealNone'] },
    { step: 'firstCounts', state: 'ahead', ...none, missing: ['countsNone'] },
  ],
  history: [{ state: 'underway', at: at(12), by: 'admin@aforo.test' }],
}
const BROKEN: InstallationWay = {
  ...UNDER_WAY,
  status: 'closed',
  stage: 'seal',
  since: at(19),
  missing: ['sealInvalid'],
  entries: { presetup: 4, preseal: 6, seal: 9 },
  steps: [
    ...UNDER_WAY.steps.slice(0, 2),
    { step: 'presetup', state: 'done', since: at(11), holder: 2, missing: [] },
    { step: 'installation', state: 'done', since: at(13), holder: 1, missing: [] },
    { step: 'preseal', state: 'done', since: at(14), holder: 1, missing: [] },
    { step: 'seal', state: 'failed', since: at(19), holder: null, missing: ['sealInvalid'] },
    { step: 'firstCounts', state: 'done', since: at(15), holder: null, missing: [] },
  ] as unknown as InstallationWay['steps'],
  history: [
    { state: 'underway', at: at(12), by: 'admin@aforo.test' },
    { state: 'installed', at: at(13), by: 'admin@aforo.test' },
    { state: 'verified', at: at(14), by: 'marina@levante.test' },
    { state: 'closed', at: at(14, 12), by: null },
  ],
}
const COUNTLESS: InstallationWay = {
  ...BROKEN,
  stage: 'firstCounts',
  missing: ['countsNone'],
  steps: [
    ...BROKEN.steps.slice(0, 5),
    { step: 'seal', state: 'done', since: at(19), holder: null, missing: [] },
    { step: 'firstCounts', state: 'current', since: at(19), holder: null, missing: ['countsNone'] },
  ] as unknown as InstallationWay['steps'],
}
const entry: Installation = {
  ...own,
  localOrder: 7,
  plannedFor: '2026-11-13',
  status: 'underway',
  stateAt: at(12),
  assignee: 1,
  comments: [{ message: 'Falta una escalera de 3 m.', by: 'marina@levante.test', at: at(13) }],
  createdAt: at(10),
  updatedAt: at(13),
}

const card = (id: number, localName: string, part: Partial<InstallationStage>): InstallationStage => ({
  ...named,
  id,
  local: id,
  localName,
  status: 'planned',
  stage: 'presetup',
  // Beside the clock of the reader: the wait is given in days.
  since: Date.now() - id * 86_400_000 - 60_000,
  holder: null,
  missing: ['presetupNone'],
  ...part,
})
const BOARD: readonly InstallationStage[] = [
  card(31, 'Gran Vía 32', {}),
  card(3, 'Castellana 90', { client: 2, clientName: 'Casa Alpina', holder: 1 }),
  card(9, 'Serrano 12', { stage: 'installation', status: 'underway', holder: 1, missing: ['notInstalled'] }),
  card(2, 'Plaza de la Independencia, esquina Alcalá', {
    stage: 'preseal',
    status: 'installed',
    holder: 2,
    missing: ['presetupNone', 'presealNone', 'notVerified'],
  }),
  card(1, 'Goya 55', { stage: 'firstCounts', status: 'closed', missing: ['countsNone'] }),
  card(20, 'Diagonal 2', { stage: 'counting', status: 'closed', missing: [] }),
]

const story = (Page: ComponentType, part: Partial<AdminApi['installations']>, one: object = entry): StoryObj => ({
  render: () => (
    <AdminFrame
      ports={{
        api: {
          ...sampleApi(),
          installations: {
            ...sampleApi().installations,
            stages: () => Promise.resolve([...BOARD]),
            way: () => Promise.resolve(UNDER_WAY),
            ...part,
          },
          entries: <E, D>() => ({ one: () => Promise.resolve(one) }) as unknown as Collection<E, D>,
        },
        me: { id: 1 },
        unbuilt: new Set(),
        say,
        save: () => undefined,
      }}
      queries={answers()}
    >
      <At address="/page/41">
        <Page />
      </At>
    </AdminFrame>
  ),
})

/** What it lacks is the first thing that is read; what was skipped is not hidden. */
export const UnderWay: Story = {
  ...story(InstallationPage, {}),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Sin premontaje · Sin terminar de instalar')
    const steps = within(canvas.getByRole('list', { name: 'De pedido a primeros conteos' })).getAllByRole('listitem')
    await expect(steps.filter((step) => step.hasAttribute('data-state')).map((step) => step.dataset.state)).toEqual([
      'done',
      'done',
      'skipped',
      'current',
      'ahead',
      'ahead',
      'ahead',
    ])
    await expect(canvas.getByRole('link', { name: 'PV-2026-120' })).toHaveAttribute(
      'href',
      '/users/admin/orders/20/edit',
    )
    // What is missing begins here, at this local.
    await expect(canvas.getByRole('link', { name: 'Empezar: Premontaje' })).toHaveAttribute(
      'href',
      `/users/admin/presetups/new?client=${UNDER_WAY.client}&local=${UNDER_WAY.local}`,
    )
    await expect(canvas.queryByRole('link', { name: 'Empezar: Presello' })).toBe(null)
    // What its machine allows from here.
    await expect(canvas.getByRole('button', { name: 'Dar por instalada' })).toBeVisible()
  },
}
/** Sealed, and nothing counts: the device is entered from here, at this local. */
export const WithoutCounts: Story = {
  ...story(InstallationPage, { way: () => Promise.resolve(COUNTLESS) }, { ...entry, status: 'closed' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'Añadir footscan' })).toHaveAttribute(
      'href',
      `/users/admin/footscans/new?client=${UNDER_WAY.client}&local=${UNDER_WAY.local}`,
    )
  },
}
/** A seal that is no longer valid moves it back, after any later step. */
export const SealBroken: Story = {
  ...story(InstallationPage, { way: () => Promise.resolve(BROKEN) }, { ...entry, status: 'closed' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Por rehacer')
    await expect(canvas.getByRole('link', { name: 'Ver: Sello' })).toHaveAttribute('href', '/users/admin/seals/9/edit')
  },
}
/** What it lacked stays to be read; nothing can begin any more. */
export const ClosedWithoutPresetup: Story = {
  ...story(
    InstallationPage,
    { way: () => Promise.resolve({ ...UNDER_WAY, status: 'closed', missing: ['presetupNone'] }) },
    { ...entry, status: 'closed' },
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('list', { name: 'De pedido a primeros conteos' })
    await expect(canvas.queryByRole('link', { name: /^Empezar/ })).toBe(null)
  },
}
export const WayLoading: Story = story(InstallationPage, { way: never })
export const WayFailed: Story = story(InstallationPage, { way: refused })

export const Board: Story = {
  ...story(BoardPage, {}),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const column = within(await canvas.findByRole('region', { name: 'Premontaje' }))
    await expect(column.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/users/admin/installations/31',
      '/users/admin/installations/3',
    ])
    await expect(within(canvas.getByRole('region', { name: 'Sello' })).getByText('Ninguna')).toBeVisible()
  },
}

/** Arrow keys lead from card to card, over the empty stage. */
export const BoardByKeys: Story = {
  ...story(BoardPage, {}),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const [first] = within(await canvas.findByRole('region', { name: 'Premontaje' })).getAllByRole('link')
    first?.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(canvas.getByRole('link', { name: /Castellana 90/ })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect(canvas.getByRole('link', { name: /Goya 55/ })).toHaveFocus()
  },
}

/** To those that wait long, and to the unassigned. */
export const BoardFiltered: Story = {
  ...story(BoardPage, {}),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await canvas.findByRole('link', { name: /Gran Vía 32/ })
    await userEvent.click(canvas.getByRole('button', { name: /Cualquier espera/ }))
    await userEvent.click(await body.findByRole('option', { name: '14 días o más' }))
    await waitFor(() => expect(canvas.getAllByRole('link', { name: /Nube Moda/ })).toHaveLength(2))
    await userEvent.click(canvas.getByRole('button', { name: /Asignado a: todos/ }))
    await userEvent.click(await body.findByRole('option', { name: 'marina@levante.test' }))
    await canvas.findByText('Nada con este filtro')
  },
}
export const BoardEmpty: Story = story(BoardPage, { stages: () => Promise.resolve([]) })
export const BoardLoading: Story = story(BoardPage, { stages: never })
export const BoardFailed: Story = story(BoardPage, { stages: refused })
/** More than fit are shown on demand. */
export const BoardFull: Story = {
  ...story(BoardPage, {
    stages: () => Promise.resolve(Array.from({ length: 75 }, (_, index) => card(index + 1, `Local ${index + 1}`, {}))),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Mostrar 65 más' }))
    await expect(within(canvas.getByRole('region', { name: 'Premontaje' })).getAllByRole('link')).toHaveLength(75)
  },
}

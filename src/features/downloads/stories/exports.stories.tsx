import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never } from '../../../../.storybook/pages.tsx'
import type { Export } from '#schemas/generated/entities/export.ts'
import type { ExportsApi } from '../../../api/exports.ts'
import { ExportsFrame } from '../exports/exports-frame.tsx'
import { ExportsPage } from '../exports/exports-page.tsx'

const meta = { title: 'Downloads/Exports', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const AT = Date.UTC(2026, 10, 20, 9, 30)
const one = (more: Partial<Export> = {}): Export => ({
  id: 1,
  state: 'ready',
  what: { clients: [1], begin: '2021-01-01', end: '2025-12-31', grain: 'hour', format: 'csv' },
  clientNames: ['Nube Moda'],
  allowed: true,
  rows: 1_234_567,
  totalRows: 1_234_567,
  bytes: 45_600_000,
  files: [
    { file: 'data', name: 'aforo_2021-01-01_2025-12-31_hour.csv.gz', bytes: 45_590_000, sha256: 'a'.repeat(64) },
    { file: 'manifest', name: 'aforo_2021-01-01_2025-12-31_hour_manifest.json', bytes: 10_000, sha256: 'b'.repeat(64) },
  ],
  error: null,
  createdAt: AT,
  startedAt: AT,
  finishedAt: AT + 60_000,
  expiresAt: AT + 7 * 86_400_000,
  ...more,
})
const RUNNING = one({
  id: 4,
  state: 'running',
  rows: 420_000,
  files: [],
  finishedAt: null,
  expiresAt: null,
  createdAt: AT + 3_600_000,
})
const EVERY: readonly Export[] = [
  one({
    id: 5,
    state: 'waiting',
    rows: 0,
    totalRows: null,
    bytes: 0,
    files: [],
    finishedAt: null,
    expiresAt: null,
    createdAt: AT + 4_000_000,
    what: { ...one().what, grain: 'day', format: 'parquet' },
  }),
  RUNNING,
  one(),
  one({
    id: 2,
    state: 'failed',
    rows: 0,
    bytes: 0,
    files: [],
    what: { ...one().what, format: 'xlsx' },
    error: { code: 'EXPORT_TOO_MANY_ROWS', message: 'Too many.', details: { rows: 1_234_567, most: 1_048_575 } },
  }),
  one({ id: 3, allowed: false, clientNames: [] }),
]

const downloaded = fn()
const sampleApi = (part: Partial<ExportsApi> = {}): ExportsApi => ({
  clients: () =>
    Promise.resolve([
      { id: 1, name: 'Nube Moda', type: 'basic', externalId: null, oldId: null },
      { id: 2, name: 'Casa Alpina', type: 'basic', externalId: null, oldId: null },
    ]),
  locals: () => Promise.resolve([]),
  list: () => Promise.resolve([...EVERY]),
  start: () => Promise.resolve(RUNNING),
  link: (id, file) => Promise.resolve({ path: `/api/export-links/${id}-${file}`, expiresAt: AT }),
  remove: () => Promise.resolve(),
  ...part,
})
const page = (search: string, part: Partial<ExportsApi> = {}): Story => ({
  render: () => (
    <ExportsFrame
      ports={{
        api: sampleApi(part),
        say: (cause) => (cause as Error).message,
        today: () => '2026-11-20',
        download: downloaded,
      }}
      queries={answers()}
    >
      <At address={`/page?${search}`}>
        <ExportsPage />
      </At>
    </ExportsFrame>
  ),
  beforeEach: () => {
    downloaded.mockClear()
  },
})
const CHOSEN = 'clients=1&begin=2021-01-01&end=2025-12-31'

/** Every state an export can have. */
export const EveryState: Story = {
  ...page(CHOSEN),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('420.000 de 1.234.567')).toBeVisible()
    await expect(canvas.getByText(/Serían 1234567 filas/)).toBeVisible()
    await expect(
      canvas.getByText('Tu cuenta ya no tiene acceso a todos los clientes de esta exportación.'),
    ).toBeVisible()
    // Only what may be fetched can be.
    await expect(canvas.getAllByRole('button', { name: /^Descargar aforo_/ })).toHaveLength(1)
    await userEvent.click(canvas.getByRole('button', { name: 'Descargar aforo_2021-01-01_2025-12-31_hour.csv.gz' }))
    await waitFor(() => expect(downloaded).toHaveBeenCalledWith('/api/export-links/1-data'))
    await userEvent.click(canvas.getByRole('button', { name: /^Manifiesto de/ }))
    await waitFor(() => expect(downloaded).toHaveBeenLastCalledWith('/api/export-links/1-manifest'))
  },
}

export const Empty: Story = {
  ...page('', { list: () => Promise.resolve([]) }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Aún no hay archivos')).toBeVisible()
    await expect(await canvas.findByRole('button', { name: 'Preparar el archivo' })).toBeDisabled()
    await expect(canvas.getByText('Falta elegir un cliente.')).toBeVisible()
  },
}
export const Loading: Story = page(CHOSEN, { list: never })
export const ListFailed: Story = {
  ...page(CHOSEN, { list: () => Promise.reject(new Error('El servidor no responde.')) }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('El servidor no responde.')
  },
}
export const NoClients: Story = {
  ...page('', { clients: () => Promise.resolve([]), list: () => Promise.resolve([]) }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No hay clientes')
  },
}

/** The request holds what is chosen, and the reason of a refusal stays beside the button. */
export const Refused: Story = {
  ...page(`${CHOSEN}&grain=day&measures=ins,visits&traffic=all&outside=true&format=parquet`, {
    start: fn(() => Promise.reject(new Error('Puedes tener como máximo 2 exportaciones en curso.'))),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(
      await canvas.findByText(
        /POST \/api\/exports \{"clients":\[1\],"begin":"2021-01-01","end":"2025-12-31","grain":"day","measures":\["ins","visits"\],"traffic":"all","outside":true,"format":"parquet"\}/,
      ),
    ).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Preparar el archivo' }))
    await expect(await canvas.findByText('Puedes tener como máximo 2 exportaciones en curso.')).toBeVisible()
  },
}

/** What a client has that is no hours is named, with the dashboard that has it. */
export const WithoutHours: Story = {
  ...page(CHOSEN, {
    start: fn(() =>
      Promise.reject(
        Object.assign(new Error('No hay horas ni días de Metro: la exportación no tendría filas suyas.'), {
          code: 'EXPORT_HOURS_NOT_FOUND',
          details: { clients: 'Metro', has: [{ client: 18, kind: 'flows' }] },
        }),
      ),
    ),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Preparar el archivo' }))
    await expect(await canvas.findByText(/^No hay horas ni días de Metro/)).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Viajes entre lugares: transporte' })).toHaveAttribute(
      'href',
      '/users/dashboards/transport?client=18',
    )
    await expect(
      canvas.getByText('«Exportar CSV», en el menú de cada widget de ese panel, guarda sus cifras.'),
    ).toBeVisible()
  },
}

/** An export that ends while the page is open is announced, and can be downloaded. */
export const Ended: Story = (() => {
  let asked = 0
  const list = () => Promise.resolve([(asked += 1) < 2 ? RUNNING : one({ id: RUNNING.id })])
  return {
    ...page(CHOSEN, { list }),
    beforeEach: () => {
      asked = 0
    },
    play: async ({ canvasElement }) => {
      const canvas = within(canvasElement)
      await expect(await canvas.findByText('Preparando')).toBeVisible()
      await expect(
        await screen.findByText(
          'Tu archivo está listo: aforo_2021-01-01_2025-12-31_hour.csv.gz',
          {},
          { timeout: 4000 },
        ),
      ).toBeInTheDocument()
      await expect(await canvas.findByRole('button', { name: /^Descargar aforo_/ })).toBeEnabled()
    },
  } satisfies Story
})()

export const Removed: Story = (() => {
  const remove = fn(() => Promise.resolve())
  return {
    ...page(CHOSEN, { list: () => Promise.resolve(remove.mock.calls.length > 0 ? [] : [one()]), remove }),
    beforeEach: () => {
      remove.mockClear()
    },
    play: async ({ canvasElement }) => {
      const canvas = within(canvasElement)
      await userEvent.click(await canvas.findByRole('button', { name: /^Quitar aforo_/ }))
      await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Quitar' }))
      await expect(await canvas.findByText('Aún no hay archivos')).toBeVisible()
      await expect(remove).toHaveBeenCalledWith(1)
      await waitFor(() => expect(document.activeElement).toHaveTextContent('Tus archivos'))
    },
  } satisfies Story
})()

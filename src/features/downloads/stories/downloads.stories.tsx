import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never } from '../../../../.storybook/pages.tsx'
import { arrowParts } from '#domain/arrow-parts'
import { downloadColumns } from '#domain/download'
import { fromRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import type { DownloadsApi } from '../../../api/downloads.ts'
import { DownloadsFrame } from '../downloads-frame.tsx'
import { ManagePage } from '../manage-page.tsx'

const meta = { title: 'Downloads/Page', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const COLUMNS = downloadColumns('daily')
/** One day, as the server sends it; without rows when there was nothing. */
async function answer(rows = 1): Promise<Response> {
  const frame = fromRows(
    COLUMNS,
    Array.from({ length: rows }, (): Cell[] => COLUMNS.map(({ id }) => (id === 'date' ? 20_777 : 5))),
  )
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of arrowParts(
    (async function* () {
      yield frame
    })(),
  ))
    parts.push(new Uint8Array(part))
  return new Response(new Blob(parts), { headers: { 'x-as-of': String(Date.UTC(2026, 10, 20, 9)) } })
}
const sampleApi = (part: Partial<DownloadsApi> = {}): DownloadsApi => ({
  clients: () =>
    Promise.resolve([
      { id: 1, name: 'Nube Moda', type: 'basic', externalId: null, oldId: null },
      { id: 2, name: 'Casa Alpina', type: 'basic', externalId: null, oldId: null },
    ]),
  locals: () => Promise.resolve([]),
  open: () => answer(),
  ...part,
})
const saved = fn()

const page = (search: string, part: Partial<DownloadsApi> = {}): Story => ({
  render: () => (
    <DownloadsFrame
      ports={{ api: sampleApi(part), say: (cause) => (cause as Error).message, today: () => '2026-11-20', save: saved }}
      queries={answers()}
    >
      <At address={`/page?${search}`}>
        <ManagePage />
      </At>
    </DownloadsFrame>
  ),
  beforeEach: () => {
    saved.mockClear()
  },
})
const WHOLE = 'client=1&begin=2026-11-20&end=2026-11-20&content=daily'
const press = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement)
  await userEvent.click(await canvas.findByRole('button', { name: /Descargar/ }))
  return canvas
}

export const Empty: Story = page('')
export const NoClients: Story = {
  ...page('', { clients: () => Promise.resolve([]) }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No hay clientes')
  },
}
export const LocalChosen: Story = page('unit=local&client=2&content=hourly&format=xlsx')
export const Saved: Story = {
  ...page(WHOLE),
  play: async ({ canvasElement }) => {
    const canvas = await press(canvasElement)
    await expect(await canvas.findByText('Descargado con éxito!')).toBeVisible()
    await waitFor(() => expect(document.activeElement?.closest('form')).toHaveTextContent('Descargado con éxito!'))
    await expect(saved.mock.calls[0]?.[0]).toMatch(/^data_export_.*\.csv$/)
  },
}
export const NothingThere: Story = {
  ...page(WHOLE, { open: () => answer(0) }),
  play: async ({ canvasElement }) => {
    const canvas = await press(canvasElement)
    await expect(await canvas.findByText('No hay datos en estas fechas')).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
  },
}
export const Refused: Story = {
  ...page(WHOLE, { open: () => Promise.reject(new Error('El servidor no responde.')) }),
  play: async ({ canvasElement }) => {
    const canvas = await press(canvasElement)
    await expect(await canvas.findByText('La descarga ha fallado')).toBeVisible()
    await expect(canvas.getByText('El servidor no responde.')).toBeVisible()
  },
}
export const OnItsWay: Story = {
  ...page(WHOLE, { open: never }),
  play: async ({ canvasElement }) => {
    const canvas = await press(canvasElement)
    await expect(await canvas.findByRole('progressbar')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Cancelar' })).toBeEnabled()
  },
}

/**
 * While a range is typed over another one, what is between them is often too long; it is judged when the field is left.
 */
export const TypedOver: Story = {
  ...page('client=1&begin=2026-11-01&end=2026-11-10'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const segments = () => canvas.getAllByRole('spinbutton').map(({ textContent }) => textContent)
    await userEvent.click((await canvas.findAllByRole('spinbutton'))[0]!)
    await userEvent.keyboard('22102026')
    await expect(segments()).toEqual(['22', '10', '2026', '10', '11', '2026'])
    await expect(canvas.getByText(/begin=2026-10-22&end=2026-11-10/)).toBeVisible()
    await userEvent.click(canvas.getAllByRole('spinbutton')[1]!)
    await userEvent.keyboard('09')
    await expect(canvas.getByText('Elige un intervalo de 31 días como máximo')).toBeVisible()
    await expect(segments()).toEqual(['22', '09', '2026', '10', '11', '2026'])
    await expect(canvas.getByRole('button', { name: 'Descargar CSV' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('radio', { name: 'Excel' }))
    await expect(segments()).toEqual(['dd', 'mm', 'aaaa', 'dd', 'mm', 'aaaa'])
    await expect(canvas.getByText('Elige un intervalo de 31 días como máximo')).toBeVisible()
  },
}

export const NotYet: Story = {
  ...page('client=1'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click((await canvas.findAllByRole('spinbutton'))[0]!)
    await userEvent.keyboard('1911202621112026')
    await expect(canvas.getByText('El 2026-11-21 es una fecha futura; como máximo, elige el 2026-11-20.')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}18')
    await expect(canvas.getByText('Fechas incorrectas: la primera debe ser anterior a la última.')).toBeVisible()
  },
}

/** The calendar knows it too: today can be chosen, tomorrow cannot. */
export const LatestIsToday: Story = {
  ...page('client=1&begin=2026-11-16&end=2026-11-18'),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /Abrir el calendario/ }))
    const calendar = within(await screen.findByRole('dialog'))
    const day = (words: RegExp) => calendar.getByRole('button', { name: words }).getAttribute('aria-disabled')
    await waitFor(() => expect([day(/19 de noviembre de 2026/), day(/20 de noviembre de 2026/)]).toEqual([null, null]))
    await expect([day(/21 de noviembre de 2026/), day(/30 de noviembre de 2026/)]).toEqual(['true', 'true'])
  },
}
